import { callsOf } from '../../../../web/api.ts';
import { passkeysContract } from '../contract.ts';

export const { calls, reload } = callsOf('passkeys', passkeysContract);
