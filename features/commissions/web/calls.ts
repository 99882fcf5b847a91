import { callsOf } from '../../../web/api.ts';
import { commissionsContract } from '../contract.ts';

/**
 * All of it is loaded again after a change: a save of one level moves what the others lead to, and it holds charges or
 * lets them go.
 */
export const { calls, reload } = callsOf('commissions', commissionsContract);
