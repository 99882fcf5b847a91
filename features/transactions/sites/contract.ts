/** Sales as the site of a program tells them. Specification: Sites, sales. */
import { z } from 'zod';
import { id, percentage, text, wholeNumber } from '../../../core/fields.ts';
import { CURRENCIES, MAX_MINOR } from '../../../core/money.ts';
import { siteRoute } from '../../../core/route.ts';
import { occurredAt } from '../../../core/sites/fields.ts';
import { PARKED_STATES, reference, results, told } from '../../../core/sites/told.ts';
import { MEMBERSHIP_PERIODS, SALE_TYPES, type SaleType } from '../rules.ts';

/** The longest id of a payment provider. */
const MAX_PROVIDER_REF = 255;

/** Minor units of the currency. */
const minor = z
  .int('must be a whole number of minor units')
  .min(0, 'must not be negative')
  .max(MAX_MINOR, `must be at most ${MAX_MINOR}`);

const MOST_TICKETS = 100;

/** Fields that say what was sold, by its type; the others have no place there. */
const SOLD = {
  class: ['class_id'],
  bundle: ['class_id'],
  event: ['event_id', 'quantity'],
  membership: ['subscription'],
} as const satisfies Record<SaleType, readonly string[]>;
const SOLD_FIELDS = ['class_id', 'event_id', 'quantity', 'subscription'] as const;

const fields = z.strictObject({
  reference,
  occurred_at: occurredAt.optional(),
  type: z.enum(SALE_TYPES),
  class_id: id.optional(),
  event_id: id.optional(),
  /** Tickets of the event, 1 unless told. */
  quantity: wholeNumber(1, MOST_TICKETS).optional(),
  subscription: z.enum(MEMBERSHIP_PERIODS).optional(),
  user_id: id.optional(),
  /** The site's own name for the buyer, who may be told of later: until then the sale waits. */
  user_reference: reference.optional(),
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

export const siteCharge = fields
  .superRefine((charge, context) => {
    const said: readonly string[] = SOLD[charge.type];
    for (const field of SOLD_FIELDS) {
      const isMissing = said.includes(field) && field !== 'quantity' && charge[field] === undefined;
      const isTooMuch = !said.includes(field) && charge[field] !== undefined;
      if (isMissing) context.addIssue({ code: 'custom', path: [field], message: 'is missing' });
      if (isTooMuch)
        context.addIssue({
          code: 'custom',
          path: [field],
          message: `can't be part of a sale of type ${charge.type}`,
        });
    }
    const { user_id, user_reference } = charge;
    if (user_id !== undefined && user_reference !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['user_reference'],
        message: "can't be sent together with user_id",
      });
    if (charge.type === 'event' && user_id === undefined && user_reference === undefined)
      context.addIssue({ code: 'custom', path: ['user_id'], message: 'is missing: a ticket needs a user' });
  })
  // What is left out and what is told as it would be anyway are the same body.
  .transform(({ code, description, ...charge }) => ({
    ...charge,
    ...(charge.type === 'event' && { quantity: charge.quantity ?? 1 }),
    ...(code && { code }),
    ...(description && { description }),
  }));
export type SiteCharge = z.output<typeof siteCharge>;

/** A sale of which the buyer is known, or that has none. */
export type BoughtCharge = Omit<SiteCharge, 'user_reference'>;

export const siteChargesContract = {
  charges: siteRoute('write', {
    method: 'POST',
    path: 'charges',
    summary:
      'Report sales: each is split and its buyer enrolled in one step; a sale with an unknown user_reference stays pending',
    input: told(siteCharge),
    output: results(
      {
        enrolments: z.array(z.int()),
        tickets: z.array(z.string()),
      },
      PARKED_STATES,
    ),
  }),
};
