import { callsOf } from '../../../web/api.ts';
import { commissionsContract } from '../contract.ts';

/** All is loaded again after a change: a save moves what other levels lead to, and holds or frees charges. */
export const { calls, reload } = callsOf('commissions', commissionsContract);
