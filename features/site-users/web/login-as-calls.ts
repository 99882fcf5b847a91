import { apiOf } from '../../../web/api.ts';
import { loginAsContract } from '../login-as-contract.ts';

export const { loginAs: loginCalls } = apiOf({ loginAs: loginAsContract });
