/** Records of one person, as the site of a program reads them. Specification: Sites, personal reads. */
import { z } from 'zod';
import { moment, pathId } from '../../core/fields.ts';
import { siteRoute } from '../../core/route.ts';
import { minor, siteList, siteListed } from '../../core/sites/reads.ts';
import { PURCHASE_STATES, PURCHASE_TYPES } from '../gift-purchases/rules.ts';
import { MEMBERSHIP_PERIODS, SALE_TYPES } from '../transactions/rules.ts';
import { ENTRY_KINDS } from '../users/coins/schemas.ts';

const ofUser = z.strictObject({ id: pathId, ...siteList });

const session = z.object({
  id: z.int(),
  /** The site's own name for it; null where another system told it. */
  reference: z.string().nullable(),
  start_at: moment,
  end_at: moment,
  cancelled: z.boolean(),
});

const enrolment = z.object({
  id: z.int(),
  class_id: z.int(),
  class_name: z.string(),
  enrolled_at: moment,
  /** 0 active, 1 cancelled by the student, 3 by the site or with a refund, 5 blocked by staff. */
  enrol_status: z.int(),
  charge_id: z.int().nullable(),
  sessions: z.array(session),
});
export type SiteEnrolment = z.infer<typeof enrolment>;

const refund = z.object({
  id: z.int(),
  amount: minor,
  state: z.enum(['pending', 'succeeded', 'failed']),
  created_at: moment,
  settled_at: moment.nullable(),
});

const charge = z.object({
  id: z.int(),
  occurred_at: moment,
  type: z.enum(SALE_TYPES),
  class_id: z.int().nullable(),
  event_id: z.int().nullable(),
  subscription: z.enum(MEMBERSHIP_PERIODS).nullable(),
  /** The class in the language asked for, or the description of the sale. */
  name: z.string(),
  amount: minor,
  refunded: minor,
  currency: z.string(),
  refunds: z.array(refund),
});
export type SiteChargeRecord = z.infer<typeof charge>;

/** Amounts and prices of coins have two decimals. */
const coinEntry = z.object({
  id: z.int(),
  amount: z.number(),
  balance: z.number(),
  kind: z.enum(ENTRY_KINDS),
  event_id: z.int().nullable(),
  purchase_id: z.int().nullable(),
  /** Empty where another site has said it. */
  reason: z.string(),
  created_at: moment,
});
export type SiteCoinEntry = z.infer<typeof coinEntry>;

const ticket = z.object({
  id: z.int(),
  event_id: z.int(),
  /** Null where the site no longer shows the event; likewise below. */
  event_name: z.string().nullable(),
  code: z.string(),
  created_at: moment,
});
export type SiteTicket = z.infer<typeof ticket>;

const purchase = z.object({
  id: z.int(),
  product_id: z.int(),
  product_name: z.string().nullable(),
  event_id: z.int().nullable(),
  type: z.enum(PURCHASE_TYPES),
  state: z.enum(PURCHASE_STATES),
  price: z.number(),
  created_at: moment,
  fulfilled: z.boolean(),
});
export type SitePurchaseRecord = z.infer<typeof purchase>;

const request = z.object({
  id: z.int(),
  charge_id: z.int(),
  /** One class of a bundle; null for all that was sold. */
  class_id: z.int().nullable(),
  amount: minor,
  currency: z.string(),
  cancel_registration: z.boolean(),
  reason: z.string(),
  state: z.enum(['waiting', 'approved', 'rejected']),
  refund_id: z.int().nullable(),
  created_at: moment,
  decided_at: moment.nullable(),
});
export type SiteRefundRequestRecord = z.infer<typeof request>;

export const siteRecordsContract = {
  enrolments: siteRoute('read', {
    method: 'GET',
    path: 'users/{id}/enrolments',
    summary: 'The enrolments of a user, with the sessions of each class',
    input: ofUser,
    output: siteListed('enrolments', enrolment),
  }),
  charges: siteRoute('read', {
    method: 'GET',
    path: 'users/{id}/charges',
    summary: 'The purchases of a user on this site, with refunds',
    input: ofUser,
    output: siteListed('charges', charge),
  }),
  coins: siteRoute('read', {
    method: 'GET',
    path: 'users/{id}/coins',
    summary: 'The LiL-T entries of a user, and the balance',
    input: ofUser,
    output: siteListed('entries', coinEntry).extend({ balance: z.number() }),
  }),
  tickets: siteRoute('read', {
    method: 'GET',
    path: 'users/{id}/tickets',
    summary: 'The event tickets of a user',
    input: ofUser,
    output: siteListed('tickets', ticket),
  }),
  purchases: siteRoute('read', {
    method: 'GET',
    path: 'users/{id}/purchases',
    summary: 'The orders of a user, and whether they are fulfilled',
    input: ofUser,
    output: siteListed('purchases', purchase),
  }),
  refundRequests: siteRoute('read', {
    method: 'GET',
    path: 'users/{id}/refund-requests',
    summary: 'The refund requests of a user, and the decisions',
    input: ofUser,
    output: siteListed('refund_requests', request),
  }),
};
