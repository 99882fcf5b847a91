/** Programs coupons. Specification: Programs coupons. */
import { z } from 'zod';
import { counted, moment, pathId, programId, trimmedText, updatedAt } from '../../core/fields.ts';
import { type Filters, filterInput, pageInput } from '../../core/filters.ts';
import { flagField, inputOf, newOf, requiredText, rowOf } from '../../core/nouns/field-set.ts';
import { switchRoute } from '../../core/nouns/switch-routes.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
import { COUPONS_NOUNS } from './noun.ts';

export const COUPONS_PAGE_SIZE = 10;

const access = { area: 'store' } as const;

export const COUPON_SORTS = ['id', 'coupon_name', 'coupon_stripe_id', 'program_id', 'is_percents'] as const;

export const COUPON_FILTERS = {
  program_id: { by: 'program', label: 'Program' },
  name: { by: 'words', label: 'Name, Stripe ID or ID' },
} as const satisfies Filters;

export const knownCoupon = z.object({
  kind: z.enum(['percent', 'amount']),
  /** Percent, or major units of the currency. */
  value: z.number(),
  currency: z.string().nullable(),
  /** False once it is used up, expired or revoked. */
  valid: z.boolean(),
  redeem_by: moment.nullable(),
});
export type KnownCoupon = z.infer<typeof knownCoupon>;

const stripeId = trimmedText(200);

export const COUPON_FIELDS = {
  coupon_name: requiredText('Name', trimmedText(200), 'Enter a name'),
  coupon_stripe_id: requiredText('Stripe ID', stripeId, 'Enter the Stripe ID'),
  is_percents: flagField('Percentage', false),
};

const coupon = z.object({
  id: z.int(),
  ...rowOf(COUPON_FIELDS),
  /** 0: the global site. */
  program_id: z.int(),
  program_display_name: z.string().nullable(),
  /** The provider's data at the last save; null where the provider was not asked. */
  known: knownCoupon.nullable(),
  updated_at: moment,
});
export type Coupon = z.infer<typeof coupon>;

export const newCoupon = z.object({
  ...newOf(COUPON_FIELDS),
  program_id: programId.optional(),
  updated_at: updatedAt,
});
export type NewCoupon = z.output<typeof newCoupon>;

const couponChange = z
  .object({ ...inputOf(COUPON_FIELDS), program_id: programId, updated_at: updatedAt })
  .partial();
export type CouponChange = z.output<typeof couponChange>;

const saved = z.object({ coupon });

export const COUPON_CSV = {
  id: ['ID', 'number'],
  coupon_name: ['Name', 'text'],
  coupon_stripe_id: ['Stripe ID', 'text'],
  program_id: ['Program', 'program'],
  is_percents: ['Percentage', 'flag'],
} as const satisfies CsvColumns;

export const couponsContract = {
  coupons: route(access, {
    method: 'GET',
    path: 'coupons',
    reads: 'replica',
    summary: 'A page of coupons',
    input: z.strictObject(pageInput(COUPON_FILTERS, COUPON_SORTS)),
    output: z.object({ coupons: z.array(coupon), ...counted }),
  }),
  couponsCsv: csvRoute(access, {
    path: 'coupons',
    summary: 'The coupons of the list',
    filters: filterInput(COUPON_FILTERS),
  }),
  coupon: route(access, {
    method: 'GET',
    path: 'coupon/{id}',
    summary: 'A coupon',
    input: z.strictObject({ id: pathId }),
    output: saved,
  }),
  couponLookup: route(access, {
    method: 'GET',
    path: 'coupon-lookup',
    summary:
      'The details of a Stripe coupon; null where Stripe has no coupon with this ID or no provider is set up',
    input: z.strictObject({ coupon_stripe_id: stripeId.optional().default('') }),
    output: z.object({ known: knownCoupon.nullable(), asked: z.boolean() }),
  }),
  // Takes an `Idempotency-Key` by itself: as a route's, its record would be open while the payment provider is asked.
  createCoupon: route(access, {
    method: 'POST',
    path: 'coupon',
    summary: 'Create a coupon',
    input: z.strictObject({ data: newCoupon }),
    output: saved,
  }),
  updateCoupon: route(access, {
    method: 'PATCH',
    path: 'coupon/{id}',
    summary: 'Change a coupon',
    input: z.strictObject({ id: pathId, data: couponChange }),
    output: saved,
  }),
  deleteCoupon: route(access, {
    method: 'DELETE',
    path: 'coupon/{id}',
    summary: 'Remove a coupon; its record is kept',
    input: z.strictObject({ id: pathId }),
    output: z.object({ id: z.int() }),
  }),
  switchCoupons: switchRoute({ access, switches: COUPONS_NOUNS.coupon.switches, called: 'coupons' }),
};
