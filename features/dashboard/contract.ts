/** What staff look at first. Specification: Home. */
import { z } from 'zod';
import { optional } from '../../core/fields.ts';
import { CURRENCIES } from '../../core/money.ts';
import { route } from '../../core/route.ts';
import { TYPES } from '../commissions/rules.ts';

/** What can wait for somebody, in the order in which it is shown. */
export const ATTENTION = [
  'refunds_failed',
  'unbooked_events',
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
  'rules_failed',
  'translations_outdated',
] as const;
export type AttentionKind = (typeof ATTENTION)[number];

const attention = z.object({
  kind: z.enum(ATTENTION),
  /** As many as the list at the link holds, of payees the people whose balances it holds; never 0. */
  count: z.int(),
  link: z.string(),
});
export type Attention = z.infer<typeof attention>;

/** How many there are, and how many of them have come within 30 days. */
const counted = z.object({ count: z.int(), change: z.int() });

const dashboard = z.object({
  users: counted,
  instructors: counted,
  /** Without bundles. */
  classes: counted,
  members: counted,
  /** The latest first, at most 50; none for who may not see users. */
  active_users: z.array(z.object({ id: z.int(), full_name: z.string() })),
  /** How many are active in all, for everybody. */
  active_users_count: z.int(),
  /** Whether the caller's own program has affiliates; null for global staff. */
  affiliate: z.union([z.literal(0), z.literal(1)]).nullable(),
});
export type Dashboard = z.infer<typeof dashboard>;

const currency = z.enum(CURRENCIES);
/** The Monday, in UTC: `2026-11-16`. */
const week = z.iso.date();

/** Amounts are in major units of the currency; sales and split are empty for who does not hold `money`, sign-ups without `users`. */
const charts = z.object({
  currency,
  /** Those with sales or refunds in these weeks, and the one that is shown. */
  currencies: z.array(currency),
  /** 53 weeks, the last of them this one: what was sold in it, and what went back in it, whenever it had been sold. */
  sales: z.array(z.object({ week, sold: z.number(), refunded: z.number() })),
  sign_ups: z.array(z.object({ week, count: z.int() })),
  /** Of what was sold in the last 30 days. */
  split: z.array(z.object({ type: z.literal(TYPES), amount: z.number() })),
});
export type Charts = z.infer<typeof charts>;

export const dashboardContract = {
  dashboard: route('signed_in', {
    method: 'GET',
    path: 'dashboard',
    summary: 'How many users, instructors, classes and members there are, and who is on the sites now',
    input: z.strictObject({}).optional(),
    output: dashboard,
  }),
  charts: route('signed_in', {
    method: 'GET',
    path: 'dashboard/charts',
    summary: 'Sales, refunds and sign-ups of a year by week, and how the sales of 30 days are split',
    input: z.strictObject({ currency: optional(currency.optional()) }).optional(),
    output: charts,
  }),
  freeMemory: route(
    { role: 'superadmin' },
    {
      method: 'POST',
      path: 'free-memory',
      summary:
        'Collect garbage where the process was started with --expose-gc; two HTML fragments say how memory stands: process and host, and PostgreSQL',
      input: z.strictObject({}).optional(),
      output: z.tuple([z.string(), z.string()]),
    },
  ),
  attention: route('signed_in', {
    method: 'GET',
    path: 'dashboard/attention',
    summary:
      'What waits for somebody, of what the caller may see, or of one kind: how many, and the list of them',
    input: z.strictObject({ kind: optional(z.enum(ATTENTION).optional()) }).optional(),
    output: z.object({ items: z.array(attention) }),
  }),
};
