import { callsOf } from '../../../../web/api.ts';
import { webhooksContract } from '../contract.ts';

export const { calls, reload } = callsOf('webhooks', webhooksContract);
