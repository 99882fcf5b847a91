/** Four eyes, the same in browser and server. Specification: Refunds. */

/** Why a person's own request is not theirs to approve. */
export const SOMEBODY_ELSE = 'Somebody else has to approve this';
