/** Purchases as the site of a program tells them, and where prizes go. Specification: Sites, purchases. */
import { z } from 'zod';
import { hasTwoDecimals, id, moment, pathId } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';
import { reference, results, told } from '../../../core/sites/told.ts';
import { delivery } from '../../users/user-schemas.ts';
import { PURCHASE_STATES, PURCHASE_TYPES } from '../rules.ts';

/** Coins. */
const MAX_PRICE = 1_000_000;

const price = z
  .number()
  .min(0, 'must not be negative')
  .max(MAX_PRICE, `must be at most ${MAX_PRICE}`)
  .refine(hasTwoDecimals, 'must have at most two decimals');

const sitePurchase = z
  .strictObject({
    reference,
    user_id: id,
    /** A regular event that sells its product with a ticket, or a product by itself. */
    event_id: id.optional(),
    product_id: id.optional(),
    /** Coins; an event has its own price, which is compared where it is told. */
    price: price.optional(),
  })
  .superRefine(({ event_id, product_id, price }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (event_id === undefined && product_id === undefined)
      refuse('product_id', 'Send an event_id or a product_id');
    if (event_id !== undefined && product_id !== undefined)
      refuse('product_id', 'Send either an event_id or a product_id, not both');
    if (product_id !== undefined && price === undefined) refuse('price', 'A product needs a price');
  });
export type SitePurchase = z.output<typeof sitePurchase>;

/** A purchase or prize as its user's site reads it. */
const purchase = z.object({
  id: z.int(),
  user_id: z.int(),
  product_id: z.int(),
  event_id: z.int().nullable(),
  type: z.enum(PURCHASE_TYPES),
  state: z.enum(PURCHASE_STATES),
  /** Coins. */
  price: z.number(),
  created_at: moment,
  delivery: z.record(z.string(), z.string()),
  /** True: a parcel would find them. */
  delivery_confirmed: z.boolean(),
  fulfilled: z.boolean(),
});
export type DeliveredPurchase = z.output<typeof purchase>;

export const sitePurchasesContract = {
  purchases: siteRoute('write', {
    method: 'POST',
    path: 'purchases',
    summary: 'Sell products for LiL-T, on their own or through their event',
    input: told(sitePurchase),
    output: results({
      balance: z.number(),
    }),
  }),
  deliverPurchase: siteRoute('write', {
    method: 'POST',
    path: 'purchases/{id}/delivery',
    summary: 'Set the delivery address of an order; fields left out stay',
    input: z.strictObject({ id: pathId, ...delivery.partial().shape }),
    output: z.object({ purchase }),
  }),
};
