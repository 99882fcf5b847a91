/** Second approvals, the same in browser and server. Specification: Refunds. */

/** Refusal to approve one's own request. */
export const SOMEBODY_ELSE = 'Somebody else has to approve this';

/** Refusal of an account that others made or changed recently. */
export const TOO_NEW = `${SOMEBODY_ELSE}: your account was created or changed less than 7 days ago`;

/** Flags for the signed-in admin: 1 where they made the request, and where their account is too new to approve. */
export type SecondPair = { own: 0 | 1; too_new: 0 | 1 };

/** Returns the reason the signed-in admin cannot approve; null where they can. */
export function whyNotYours({ own, too_new }: SecondPair): string | null {
  if (own) return SOMEBODY_ELSE;
  return too_new ? TOO_NEW : null;
}
