/** A line of a payee, open or paid. Specification: Payouts. */
import { z } from 'zod';
import { moment } from '../../core/fields.ts';

/** A line that no payout holds, or one that a payout took, or a debt or credit beside them (`type` `adjustment`). */
export const payoutTransaction = z.object({
  /** Of the line; of an adjustment its own. */
  id: z.int(),
  created_at: moment,
  charge_id: z.int().nullable(),
  class_name: z.string().nullable(),
  /** Null also where the caller may not see who it is. */
  student_name: z.string().nullable(),
  description: z.string(),
  type: z.enum(['payment', 'adjustment']),
  /** Of lines: 0 platform, 1 program, 2 and 3 referrals, 4 instructor. */
  commission_type: z.int().nullable(),
  /** Refunds of before are off it. */
  amount: z.number(),
  currency: z.string(),
  payout_status: z.literal([0, 1]),
});
export type PayoutTransaction = z.infer<typeof payoutTransaction>;
