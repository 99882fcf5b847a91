import { apiOf } from '../../../../web/api.ts';
import { loginAsContract } from '../contract.ts';

export const { loginAs: loginCalls } = apiOf({ loginAs: loginAsContract });
