/** Second approvals, the same in browser and server. Specification: Refunds. */

export const SOMEBODY_ELSE = 'Somebody else has to approve this';

/** Refusal of an account that others have made or changed in the last 7 days, and of whoever has made or changed the asker's. */
export const TOO_NEW = `${SOMEBODY_ELSE}: your account was created or changed less than 7 days ago, or you created or changed the account that requested this`;

/** Flags of a waiting request for the signed-in admin: 1 where they made it, and where they cannot approve it for {@link TOO_NEW}. */
export type ApproverHistory = { own: 0 | 1; too_new: 0 | 1 };

/** Returns why the signed-in admin cannot approve a request; null where they can. */
export function whyNotYours({ own, too_new }: ApproverHistory): string | null {
  if (own) return 'Needs another approver (you created it)';
  return too_new
    ? 'Needs another approver: your account was created or changed in the last 7 days, or you created or changed the account that requested this'
    : null;
}
