/** Sales as the site of a program tells them. Specification: Sites, sales. */
import { z } from 'zod';
import { id, percentage, text } from '../../../core/fields.ts';
import { CURRENCIES, MAX_MINOR } from '../../../core/money.ts';
import { siteRoute } from '../../../core/route.ts';
import { occurredAt } from '../../../core/sites/fields.ts';
import { reference, results, told } from '../../../core/sites/told.ts';

/** The longest id of a payment provider. */
const MAX_PROVIDER_REF = 255;

/** Minor units of the currency. */
const minor = z
  .int('must be a whole number of minor units')
  .min(0, 'must not be negative')
  .max(MAX_MINOR, `must be at most ${MAX_MINOR}`);

const siteCharge = z.strictObject({
  reference,
  occurred_at: occurredAt.optional(),
  type: z.enum(['class', 'bundle']),
  class_id: id,
  user_id: id.optional(),
  /** Amount paid, in minor units; the price is not compared. */
  amount: minor,
  currency: z.enum(CURRENCIES),
  code: text(100).trim().optional(),
  discount: z.strictObject({ percent: percentage.optional(), amount: minor.optional() }).optional(),
  provider: z.enum(['manual', 'stripe']).default('manual'),
  /** The provider's id of the payment, by which it is booked once, whoever tells it. */
  provider_ref: text(MAX_PROVIDER_REF).trim().min(1, 'must not be empty').optional(),
  description: text(500).trim().optional(),
});
export type SiteCharge = z.output<typeof siteCharge>;

export const siteChargesContract = {
  charges: siteRoute('write', {
    method: 'POST',
    path: 'charges',
    summary: 'Tell sales: each is divided, and its buyer enrolled, in one step',
    input: told(siteCharge),
    output: results({
      /** Ids of the buyer’s enrolments in what was bought. */
      enrolments: z.array(z.int()),
      tickets: z.array(z.string()),
    }),
  }),
};
