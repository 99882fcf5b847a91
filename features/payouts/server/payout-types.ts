import type { Against, PayeeKey } from '../rules.ts';
import type { Destination } from './destinations.ts';
import type { Standing } from './payees/standings.ts';

/** The open part of a payee's sales that is not claimed: sales − refunds = pending + delayed + held. */
export type Left = { sales: number; refunds: number; pending: number; delayed: number; held: number };

export type Due = PayeeKey &
  Destination &
  Pick<Standing, 'changed_at' | 'payable_from' | 'release'> & {
    /** Id of the payee in the currency, see `payeeId`. */
    id: number;
    name: string;
    currency: string;
    /** The payee's home program, or the program itself; null: the site. */
    scope_program_id: number | null;
    /** The lines to claim, and their number and sum; of a membership payout the part of the pool. */
    line_ids: readonly number[];
    part_id: number | null;
    lines: number;
    lines_amount: number;
    /** The refunds of the lines to claim; their sum is without it. */
    refunds: number;
    left: Left;
    adjustment_ids: readonly number[];
    debts: number;
    credits: number;
    /** Never below 0. */
    amount: number;
    against: readonly Against[];
  };

/** A payee left out of the batch and the reason, as in held.csv; `amount` in major units. */
export type HeldPayee = { payee: string; currency: string; amount: number; reason: string };
