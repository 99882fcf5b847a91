import { callsOf } from '../../../../web/api.ts';
import { siteKeysContract } from '../contract.ts';

export const { calls, reload } = callsOf('siteKeys', siteKeysContract);
