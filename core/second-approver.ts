/** Second approvals, the same in browser and server. Specification: Refunds. */

/** Refusal of one's own request. */
export const SOMEBODY_ELSE = 'Somebody else has to approve this';

/** Refusal of an account that others have made or changed in the last 7 days. */
export const TOO_NEW = `${SOMEBODY_ELSE}: your account was created or changed less than 7 days ago`;

/**
 * Flags of a waiting request, for the signed-in admin: 1 where they made it, and where their account is too
 * new to approve it.
 */
export type SecondPair = { own: 0 | 1; too_new: 0 | 1 };

/** Returns why the signed-in admin cannot approve a request; null where they can. */
export function whyNotYours({ own, too_new }: SecondPair): string | null {
  if (own) return 'Needs another approver (you created it)';
  return too_new ? 'Needs another approver: your account was created or changed in the last 7 days' : null;
}
