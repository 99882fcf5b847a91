/** Earnings of a payee, as the site of a program shows them to that payee. Specification: Sites, earnings. */
import { z } from 'zod';
import { moment, pathId } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';
import { minor } from '../../../core/sites/reads.ts';
import { TYPES } from '../../commissions/rules.ts';

/** A month in UTC: `2026-11`. */
const month = z.string().regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, 'must be a month, as in 2026-01');

const earning = z.object({
  month: z.string(),
  currency: z.string(),
  /** Earned = refunded + paid + open; open is below 0 where what was paid has been given back since. */
  earned: minor,
  refunded: minor,
  paid: minor,
  open: minor,
});

const line = z.object({
  id: z.int(),
  charge_id: z.int(),
  occurred_at: moment,
  class_id: z.int().nullable(),
  class_name: z.string(),
  /** 2 referral, 3 code, 4 instructor. */
  type: z.literal(TYPES),
  /** Percent. */
  commission: z.number(),
  charge_amount: minor,
  amount: minor,
  refunded: minor,
  payout_id: z.int().nullable(),
  currency: z.string(),
  explanation: z.string(),
});
export type EarnedLine = z.infer<typeof line>;

const payout = z.object({
  id: z.int(),
  kind: z.enum(['sales', 'membership']),
  currency: z.string(),
  amount: minor,
  created_at: moment,
  paid_at: moment.nullable(),
  lines: z.array(z.object({ id: z.int(), charge_id: z.int(), class_name: z.string(), amount: minor })),
});

/** `2026-11.csv` or `2026-11.pdf`: the month as above. */
const statementFile = z
  .string()
  .regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])\.(csv|pdf)$/, 'must be a month and csv or pdf, as in 2026-01.pdf');

const byId = z.strictObject({ id: pathId });
const ofMonth = z.strictObject({ id: pathId, month });

export const siteEarningsContract = {
  earnings: siteRoute('read', {
    method: 'GET',
    path: 'users/{id}/earnings',
    summary: 'The earnings of an instructor or referrer from sales of this program, by month and currency',
    input: byId,
    output: z.object({ earnings: z.array(earning) }),
  }),
  earningsOfMonth: siteRoute('read', {
    method: 'GET',
    path: 'users/{id}/earnings/{month}',
    summary: 'The shares of a month, each with its explanation',
    input: ofMonth,
    output: z.object({ lines: z.array(line) }),
  }),
  payouts: siteRoute('read', {
    method: 'GET',
    path: 'users/{id}/payouts',
    summary: 'Payouts of earnings from sales of this program, with their shares',
    input: byId,
    output: z.object({ payouts: z.array(payout) }),
  }),
  statement: siteRoute('read', {
    method: 'GET',
    path: 'users/{id}/statements/{file}',
    summary: 'The shares and totals of a month as a file: CSV or PDF',
    input: z.strictObject({ id: pathId, file: statementFile }),
    output: z.file(),
  }),
};
