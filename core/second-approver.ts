/** Second approvals, the same in browser and server. Specification: Refunds. */

/** Why a person's own request is not theirs to approve. */
export const SOMEBODY_ELSE = 'Somebody else has to approve this';

/** Why an account that others have made or changed shortly before approves nothing. */
export const TOO_NEW = `${SOMEBODY_ELSE}: your account was created or changed less than 7 days ago`;

/** Of what waits, for the signed-in admin: 1 where they asked for it, and where their account is too new to approve it. */
export type SecondPair = { own: 0 | 1; too_new: 0 | 1 };

/** Why the signed-in admin cannot approve it; null where they can. */
export function whyNotYours({ own, too_new }: SecondPair): string | null {
  if (own) return SOMEBODY_ELSE;
  return too_new ? TOO_NEW : null;
}
