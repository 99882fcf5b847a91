import { callsOf } from '../../../web/api.ts';
import { commissionsContract } from '../contract.ts';

/** Calls of commissions; every change reloads all, as a save changes what other levels inherit and which charges are held. */
export const { calls, reload } = callsOf('commissions', commissionsContract);
