import { z } from 'zod';
import { moment } from '../../core/fields.ts';
import { explainedLine } from '../commissions/ledger-contract.ts';

/** The arithmetic of a share of a sale as it was done; `amount` is the share before refunds. */
const lineSplit = explainedLine.pick({
  divided: true,
  commission: true,
  divided_by: true,
  exact: true,
  rounding: true,
  kept: true,
  amount: true,
});
export type LineSplit = z.infer<typeof lineSplit>;

/** An open line, a line of a payout, or a separate debt or credit (`type` `adjustment`). */
export const payoutTransaction = z.object({
  id: z.int(),
  created_at: moment,
  charge_id: z.int().nullable(),
  class_name: z.string().nullable(),
  /** Null also where the caller may not see the student. */
  student_name: z.string().nullable(),
  description: z.string(),
  type: z.enum(['payment', 'adjustment']),
  /** Only of lines: 0 platform, 1 program, 2 and 3 referrals, 4 instructor. */
  commission_type: z.int().nullable(),
  /** Net of earlier refunds. */
  amount: z.number(),
  /** Null for what is no share of a sale. */
  split: lineSplit.nullable(),
  currency: z.string(),
  payout_status: z.literal([0, 1]),
});
export type PayoutTransaction = z.infer<typeof payoutTransaction>;
