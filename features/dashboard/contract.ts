/** Home, the first screen of staff. Specification: Home. */
import { z } from 'zod';
import { moment, optional, programFilter } from '../../core/fields.ts';
import { CURRENCIES } from '../../core/money.ts';
import { route } from '../../core/route.ts';
import { TYPES } from '../commissions/rules.ts';

export const ATTENTION = [
  'refunds_failed',
  'unbooked_events',
  'unmatched_payments',
  'webhooks_off',
  'refunds_to_return',
  'refund_requests',
  'payouts_failed',
  'payouts_to_approve',
  'personal_data_requests',
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
  'class_imports_failed',
  'site_imports_failed',
  'rules_failed',
  'translations_outdated',
] as const;
export type AttentionKind = (typeof ATTENTION)[number];

/** Kinds whose list shows all programs, so that they are counted over all of them whatever the program asked for. */
export const OF_ALL_PROGRAMS: readonly AttentionKind[] = [
  'unbooked_events',
  'webhooks_off',
  'payouts_failed',
  'payouts_to_approve',
  'personal_data_requests',
  'site_recalculations',
];

/** Programs of global staff: one, or all by 0 or nothing. A bound admin's own in any case. */
const ofProgram = z.strictObject({ program_id: programFilter }).optional();

const money = z.array(z.object({ currency: z.enum(CURRENCIES), amount: z.number() }));

const attention = z.object({
  kind: z.enum(ATTENTION),
  /** Number of rows in the linked list (for payees: users with a balance); never 0. */
  count: z.int(),
  /** Names the program asked for where the list takes it. */
  link: z.string(),
  /** Since when the oldest of them waits; null where no moment is known. */
  oldest: moment.nullable(),
  /** Sums by currency, in major units; empty for what is not money. */
  amounts: money,
});
export type Attention = z.infer<typeof attention>;

const counted = z.object({ count: z.int(), change: z.int() });

const dashboard = z.object({
  users: counted,
  instructors: counted,
  classes: counted,
  members: counted,
  /** The latest first, at most 50; empty for callers who may not see users. */
  active_users: z.array(z.object({ id: z.int(), full_name: z.string() })),
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
    reads: 'replica',
    summary: 'The counts of users, instructors, classes and members, and the users online now',
    input: ofProgram,
    output: dashboard,
  }),
  charts: route('signed_in', {
    method: 'GET',
    path: 'dashboard/charts',
    reads: 'replica',
    summary: 'Sales, refunds and sign-ups of a year by week, and the split of the last 30 days by type',
    input: z.strictObject({ currency: optional(currency.optional()), program_id: programFilter }).optional(),
    output: charts,
  }),
  lately: route('signed_in', {
    method: 'GET',
    path: 'dashboard/lately',
    reads: 'replica',
    summary: 'Sales, refunds and new users of today, 7 and 30 days, of what the caller may see',
    input: ofProgram,
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
    input: z
      .strictObject({ kind: optional(z.enum(ATTENTION).optional()), program_id: programFilter })
      .optional(),
    output: z.object({ items: z.array(attention) }),
  }),
};
