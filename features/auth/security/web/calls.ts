import { callsOf } from '../../../../web/api.ts';
import { securityContract } from '../contract.ts';

export const { calls, reload } = callsOf('security', securityContract);
