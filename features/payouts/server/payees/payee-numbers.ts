/** The same number as `payeeNumber`, in the words of the indexes by which payees are found. */
import { sql } from 'kysely';

/** Of an adjustment `a`; `payout_adjustments_payee`. */
export const ADJUSTED_PAYEE = sql<number>`coalesce(a.user_id * 2, a.program_id * 2 + 1, 0)`;

/** Of a line `l`; `charge_lines_open`. */
export const PAYEE_OF_LINE = sql<number>`coalesce(l.user_id * 2, l.program_id * 2 + 1, 0)`;
