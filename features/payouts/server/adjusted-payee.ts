import { sql } from 'kysely';

/** Of an adjustment `a`: the same number as `payeeNumber`, in the words of the index `payout_adjustments_payee`. */
export const ADJUSTED_PAYEE = sql<number>`coalesce(a.user_id * 2, a.program_id * 2 + 1, 0)`;
