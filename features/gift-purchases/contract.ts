/** Purchases and prizes, and their fulfilment. Specification: Store; Giveaway purchases. */
import { z } from 'zod';
import {
  id,
  idsInQuery,
  moment,
  page,
  pathId,
  programFilter,
  sortBy,
  sortDest,
  text,
  textFilter,
  tickFilter,
} from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
import { PRODUCT_TYPE_NAMES, PRODUCT_TYPES } from '../gift-products/rules.ts';
import { METHODS } from '../users/payment-settings/rules.ts';
import {
  MAX_CARRIER,
  MAX_TRACKING_NUMBER,
  MOST_ORDERS,
  PURCHASE_STATES,
  PURCHASE_TYPES,
  UNDO_HOURS,
} from './rules.ts';

const access = { area: 'store' } as const;
const bit = z.literal([0, 1]);

/** Sorts; `product` and `user` by name, `program` by the name of the user's program. */
export const PURCHASE_SORTS = [
  'id',
  'product',
  'user',
  'created_at',
  'product_type',
  'type',
  'state',
  'delivery_confirmed',
  'fulfilled',
  'program',
] as const;

const purchase = z.object({
  id: z.int(),
  product: z.object({ id: z.int(), name: z.string() }),
  user: z.object({ id: z.int(), name: z.string(), email: z.string() }),
  /** 1: the user has been deleted since; a parcel can still be sent. */
  user_deleted: bit,
  /** The user's home program, whose staff may see the order; 0: none. */
  program_id: z.int(),
  event: z.object({ id: z.int(), name: z.string() }).nullable(),
  created_at: moment,
  product_type: z.enum(PRODUCT_TYPES),
  type: z.enum(PURCHASE_TYPES),
  state: z.enum(PURCHASE_STATES),
  /** 1: the address, or for money the payout method, is known. */
  delivery_confirmed: bit,
  /** 1: money for a deleted or inactive user, before a superadmin allows payouts to them. */
  payee_stopped: bit,
  fulfilled: bit,
  fulfilled_at: moment.nullable(),
  fulfilment_id: z.int().nullable(),
  /** 1: its fulfillment is not printed, and made less than a day ago. */
  can_undo: bit,
  /** Carrier of the parcel and its number there; empty where not known. */
  carrier: z.string(),
  tracking_number: z.string(),
  price: z.number(),
});
export type Purchase = z.infer<typeof purchase>;

/** A recipient and address or payout method; holds no secrets. */
const line = z.object({
  id: z.int(),
  product: z.string(),
  name: z.string(),
  email: z.string(),
  /** The address in the order of a label; empty for money. */
  address: z.array(z.string()),
  phone: z.string(),
  notes: z.string(),
  /** The money prize in major units of its currency; null where unset. */
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  method: z.enum(METHODS).nullable(),
});
export type OrderLine = z.infer<typeof line>;

const order = purchase.extend({
  line,
  missing: z.array(z.string()),
  /** The address as the site stored it, where that cannot be parsed. */
  unreadable: z.string().nullable(),
});
export type Order = z.infer<typeof order>;

const fulfilment = z.object({
  id: z.int(),
  created_at: moment,
  created_by: z.string().nullable(),
  /** First print of the sheet, after which the fulfillment cannot be undone. */
  printed_at: moment.nullable(),
  printed_by: z.string().nullable(),
  can_undo: bit,
  orders: z.array(line.extend({ carrier: z.string(), tracking_number: z.string() })),
});
export type Fulfilment = z.infer<typeof fulfilment>;

const filters = {
  product_name: textFilter,
  user_name: textFilter,
  product_type: z
    .enum(['', ...PRODUCT_TYPES])
    .optional()
    .default(''),
  event_type: z
    .enum(['', ...PURCHASE_TYPES])
    .optional()
    .default(''),
  state: z
    .enum(['', ...PURCHASE_STATES])
    .optional()
    .default(''),
  program_id: programFilter,
  fulfillable: tickFilter,
  fulfilled: tickFilter,
};

const byId = z.strictObject({ id: pathId });
const carrier = text(MAX_CARRIER).trim();
const tracking_number = text(MAX_TRACKING_NUMBER).trim();

export const PURCHASE_CSV = {
  id: ['ID', 'number'],
  'product.name': ['Product', 'text'],
  'user.name': ['User', 'text'],
  'user.email': ['Email', 'text'],
  created_at: ['Created at', 'moment'],
  product_type: ['Product type', 'word', PRODUCT_TYPE_NAMES],
  type: ['Event type', 'word', { regular: 'Regular', prize: 'Prize' }],
  'event.name': ['Event', 'text'],
  state: ['State', 'word', { win: 'Win', 'non-win': 'Non-win' }],
  delivery_confirmed: ['Address confirmed', 'flag'],
  fulfilled: ['Fulfilled', 'flag'],
  fulfilled_at: ['Fulfilled at', 'moment'],
  carrier: ['Carrier', 'text'],
  tracking_number: ['Tracking number', 'text'],
  program_id: ['Program ID', 'number'],
} as const satisfies CsvColumns;

const fulfilPreview = z.object({
  orders: z.array(
    z.object({
      line,
      /** Reason against it, in words; null where it can be fulfilled. */
      against: z.string().nullable(),
    }),
  ),
  fingerprint: z.string(),
});
export type FulfilPreview = z.infer<typeof fulfilPreview>;

export const giftPurchasesContract = {
  purchases: route(access, {
    method: 'GET',
    path: 'lilt-purchases',
    reads: 'replica',
    summary: 'A page of orders: gift products that users bought or won',
    input: z.strictObject({ page, ...filters, sort_by: sortBy(PURCHASE_SORTS), sort_dest: sortDest }),
    output: z.object({ products: z.array(purchase), count: z.int() }),
  }),
  purchasesCsv: csvRoute(access, {
    path: 'lilt-purchases',
    stepUp: true,
    summary: 'What people bought and won',
    filters: filters,
  }),
  fulfillablePurchases: route(access, {
    method: 'GET',
    path: 'lilt-purchases/fulfillable',
    summary: `The first ${MOST_ORDERS} ids of matching orders to fulfill, and their count`,
    input: z.strictObject(filters),
    output: z.object({ ids: z.array(z.int()), count: z.int() }),
  }),
  purchaseCounts: route(access, {
    method: 'GET',
    path: 'lilt-purchases/counts',
    summary: 'The number of orders to fulfill and of those fulfilled',
    input: z.strictObject({ program_id: programFilter }),
    output: z.object({ fulfillable: z.int(), fulfilled: z.int() }),
  }),
  fulfilPreview: route(access, {
    method: 'GET',
    path: 'lilt-purchases/fulfill-preview',
    summary: 'Preview of a fulfillment: what is sent or paid, to whom and where',
    input: z.strictObject({ ids: idsInQuery(MOST_ORDERS) }),
    output: fulfilPreview,
  }),
  purchase: route(access, {
    method: 'GET',
    path: 'lilt-purchase/{id}',
    summary: 'One order, with its address or payout method',
    input: z.strictObject({ id: pathId }),
    output: z.object({ purchase: order }),
  }),
  fulfilPurchases: route(access, {
    method: 'POST',
    path: 'lilt-purchases/fulfill',
    stepUp: true,
    summary:
      'Fulfill orders, all or none (several only by a superadmin); answers the file of addresses and payout details. 409 with the new preview where the fingerprint no longer matches',
    input: z.strictObject({
      ids: z.array(id).min(1, 'Choose an order').max(MOST_ORDERS),
      fingerprint: z.string().max(64).optional(),
      carrier: carrier.optional().default(''),
      tracking: z.array(z.strictObject({ id, tracking_number })).max(MOST_ORDERS).optional().default([]),
    }),
    output: z.object({ file: z.string(), fulfilment_id: z.int(), count: z.int() }),
    idempotent: true,
  }),
  trackPurchase: route(access, {
    method: 'PATCH',
    path: 'lilt-purchase/{id}/tracking',
    summary: 'Save carrier and tracking number of a fulfilled order',
    input: z.strictObject({ id: pathId, carrier, tracking_number }),
    output: z.object({ purchase }),
  }),
  fulfilment: route(access, {
    method: 'GET',
    path: 'lilt-fulfilment/{id}',
    summary: 'One fulfillment with its orders, to print',
    input: byId,
    output: z.object({ fulfilment }),
  }),
  printFulfilment: route(access, {
    method: 'POST',
    path: 'lilt-fulfilment/{id}/printed',
    summary: 'Record that the sheet of a fulfillment is printed. 409 names the admin who has undone it',
    input: byId,
    output: z.object({ fulfilment }),
  }),
  undoFulfilment: route(access, {
    method: 'POST',
    path: 'lilt-fulfilment/{id}/undo',
    summary: `Undo a fulfillment within ${UNDO_HOURS} hours and before its sheet is printed (of several orders only by a superadmin). 409 names the admin who printed or undid it`,
    input: byId,
    output: z.object({ ids: z.array(z.int()) }),
    idempotent: true,
  }),
};
