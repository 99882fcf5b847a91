import { callsOf } from '../../../../web/api.ts';
import { sessionsContract } from '../contract.ts';

export const { calls, reload } = callsOf('sessions', sessionsContract);
