/** Home, the first screen of staff. Specification: Home. */
import { z } from 'zod';
import { moment, optional } from '../../core/fields.ts';
import { CURRENCIES } from '../../core/money.ts';
import { route } from '../../core/route.ts';
import { TYPES } from '../commissions/rules.ts';

/** Kinds of pending work, in display order. */
export const ATTENTION = [
  'refunds_failed',
  'unbooked_events',
  'unmatched_payments',
  'webhooks_off',
  'refunds_to_return',
  'refund_requests',
  'payouts_to_approve',
  'payees_without_method',
  'stuck_debts',
  'held_charges',
  'undrawn_events',
  'orders',
  'instructor_recalculations',
  'program_recalculations',
  'class_recalculations',
  'site_recalculations',
  'imports_failed',
  'site_imports_failed',
  'rules_failed',
  'translations_outdated',
] as const;
export type AttentionKind = (typeof ATTENTION)[number];

const money = z.array(z.object({ currency: z.enum(CURRENCIES), amount: z.number() }));

const attention = z.object({
  kind: z.enum(ATTENTION),
  /** Number of rows in the linked list (for payees: users with a balance); never 0. */
  count: z.int(),
  link: z.string(),
  /** Since when the oldest of them waits; null where no moment is known. */
  oldest: moment.nullable(),
  /** Sums by currency, in major units; empty for what is not money. */
  amounts: money,
});
export type Attention = z.infer<typeof attention>;

/** The total, and the number added within 30 days. */
const counted = z.object({ count: z.int(), change: z.int() });

const dashboard = z.object({
  users: counted,
  instructors: counted,
  /** Without bundles. */
  classes: counted,
  members: counted,
  /** The latest first, at most 50; empty for callers who may not see users. */
  active_users: z.array(z.object({ id: z.int(), full_name: z.string() })),
  /** The number of all active users, for every caller. */
  active_users_count: z.int(),
  /** 1: the caller's own program has affiliates; null for global staff. */
  affiliate: z.union([z.literal(0), z.literal(1)]).nullable(),
});
export type Dashboard = z.infer<typeof dashboard>;

const currency = z.enum(CURRENCIES);
/** The Monday, in UTC: `2026-11-16`. */
const week = z.iso.date();

/** Amounts are in major units of the currency; sales and split need `money`, sign-ups need `users`. */
const charts = z.object({
  currency,
  /** The currencies with sales or refunds in these weeks, and the one shown. */
  currencies: z.array(currency),
  /** 53 weeks, the current one last: sales of the week, and refunds made in it, whenever sold. */
  sales: z.array(z.object({ week, sold: z.number(), refunded: z.number() })),
  sign_ups: z.array(z.object({ week, count: z.int() })),
  /** Split of the sales of the last 30 days. */
  split: z.array(z.object({ type: z.literal(TYPES), amount: z.number() })),
});
export type Charts = z.infer<typeof charts>;

/** Kinds of figures by period, in display order: sales and refunds need `money`, new users need `users`. */
export const LATELY = ['sales', 'refunds', 'new_users'] as const;
export type LatelyKind = (typeof LATELY)[number];

const lately = z.object({
  /** Today, 7 and 30 days, each with today, as a filter of days in UTC takes it: `2026-11-20,2026-11-26`. */
  periods: z.array(z.object({ days: z.int(), dates: z.string() })),
  /** Without the kinds that the caller may not see; of each, what every period holds. */
  items: z.array(
    z.object({
      kind: z.enum(LATELY),
      /** Amounts in major units, the most frequent currency first; empty for what is not money. */
      in: z.array(z.object({ count: z.int(), amounts: money })),
    }),
  ),
});
export type Lately = z.infer<typeof lately>;

export const dashboardContract = {
  dashboard: route('signed_in', {
    method: 'GET',
    path: 'dashboard',
    summary: 'The counts of users, instructors, classes and members, and the users online now',
    input: z.strictObject({}).optional(),
    output: dashboard,
  }),
  charts: route('signed_in', {
    method: 'GET',
    path: 'dashboard/charts',
    summary: 'Sales, refunds and sign-ups of a year by week, and the split of the last 30 days by type',
    input: z.strictObject({ currency: optional(currency.optional()) }).optional(),
    output: charts,
  }),
  lately: route('signed_in', {
    method: 'GET',
    path: 'dashboard/lately',
    summary: 'Sales, refunds and new users of today, 7 and 30 days, of what the caller may see',
    input: z.strictObject({}).optional(),
    output: lately,
  }),
  freeMemory: route(
    { role: 'superadmin' },
    {
      method: 'POST',
      path: 'free-memory',
      summary:
        'Free memory where the server was started with --expose-gc; answers two HTML fragments: process and host, and PostgreSQL',
      input: z.strictObject({}).optional(),
      output: z.tuple([z.string(), z.string()]),
    },
  ),
  attention: route('signed_in', {
    method: 'GET',
    path: 'dashboard/attention',
    summary: 'The items that need attention among those the caller may see, or of one kind: count and list',
    input: z.strictObject({ kind: optional(z.enum(ATTENTION).optional()) }).optional(),
    output: z.object({ items: z.array(attention) }),
  }),
};
