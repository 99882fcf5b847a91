/** SQL of `payeeNumber`, exactly as in the indexes by payee. */
import { sql } from 'kysely';

/** For an adjustment `a`; index `payout_adjustments_payee`. */
export const ADJUSTED_PAYEE = sql<number>`coalesce(a.user_id * 2, a.program_id * 2 + 1, 0)`;

/** For a line `l`; index `charge_lines_open`. */
export const PAYEE_OF_LINE = sql<number>`coalesce(l.user_id * 2, l.program_id * 2 + 1, 0)`;
