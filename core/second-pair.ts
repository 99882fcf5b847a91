/** Second approvals, the same in browser and server. Specification: Refunds. */

/** Why a person's own request is not theirs to approve. */
export const SOMEBODY_ELSE = 'Somebody else has to approve this';

/** Why an account that others have made or changed shortly before approves nothing. */
export const TOO_NEW = `${SOMEBODY_ELSE}: your account was created or changed less than 7 days ago`;
