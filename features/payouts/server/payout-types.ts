/** What is claimed and what came of it, in minor units. Specification: Payouts. */
import type { Against, PayeeKey } from '../rules.ts';
import type { Destination } from './destinations.ts';
import type { Standing } from './payees/standings.ts';

/** What would be paid to one payee, as the database says it at one moment. */
export type Due = PayeeKey &
  Destination &
  Pick<Standing, 'changed_at' | 'payable_from' | 'release'> & {
    /** Of the payee in the currency: see `payeeId`. */
    id: number;
    name: string;
    currency: string;
    /** The payee's own program, or the program itself; null: the site. */
    scope_program_id: number | null;
    /** What would be claimed, and how much of it there is; of a membership its part of the pool. */
    line_ids: readonly number[];
    part_id: number | null;
    lines: number;
    lines_amount: number;
    adjustment_ids: readonly number[];
    /** Debts below 0, credits above, all of those that are open. */
    debts: number;
    /** Never below 0. */
    amount: number;
    against: readonly Against[];
  };

/** Who was asked for and not paid, and why; as held.csv says it, `amount` in major units. */
export type HeldPayee = { payee: string; currency: string; amount: number; reason: string };
