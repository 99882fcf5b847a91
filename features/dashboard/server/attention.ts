/** Counts pending work. Specification: Home. */
import { sql } from 'kysely';
import { type Access, mayAccess } from '../../../core/access.ts';
import { must } from '../../../core/must.ts';
import { type Context, programOf, visibleTo } from '../../../server/context.ts';
import { emailRulesContract } from '../../email-rules/contract.ts';
import { countFailedRules } from '../../email-rules/server/email-rules.ts';
import { countFulfillable } from '../../gift-purchases/server/gift-purchases.ts';
import { countFailedImports } from '../../imports/server/failed-imports.ts';
import { outdatedTranslationsContract } from '../../outdated-translations/contract.ts';
import { countOutdated } from '../../outdated-translations/server/outdated-translations.ts';
import { countWaitingBatches } from '../../payouts/batches/server/batches.ts';
import { countTroubledPayees } from '../../payouts/server/payees/payees.ts';
import { countSwitchedOff } from '../../programs/webhooks/server/webhooks.ts';
import { countToReturn } from '../../transactions/refunds/server/refunds-by-hand.ts';
import { countRefundsInTrouble } from '../../transactions/refunds/server/refunds-in-trouble.ts';
import { countUnbooked } from '../../transactions/refunds/server/unbooked-events.ts';
import { countWaitingRequests } from '../../transactions/requests/server/refund-requests.ts';
import { countUnmatched } from '../../transactions/unmatched/server/unmatched-payments.ts';
import { ATTENTION, type Attention, type AttentionKind } from '../contract.ts';

type Counts = Partial<Record<AttentionKind, number>>;

/** Returns the count of each kind the caller may see, or of the requested one; each equals the count of the linked list. */
export async function whatNeedsAttention(context: Context, only?: AttentionKind): Promise<Attention[]> {
  const counts: Counts = {};
  for (const { kinds, count } of COUNTED) {
    const wanted = kinds.filter(
      (kind) => (only === undefined || kind === only) && mayAccess(context.actor, WHO_SEES[kind]),
    );
    if (wanted.length === 0) continue;
    const found = await count(context);
    for (const kind of wanted) counts[kind] = found[kind] ?? 0;
  }
  return ATTENTION.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count > 0 ? [{ kind, count, link: LINKS[kind] }] : [];
  });
}

type Counted = { kinds: readonly AttentionKind[]; count: (context: Context) => Promise<Counts> };

const one = (kind: AttentionKind, count: (context: Context) => Promise<number>): Counted => ({
  kinds: [kind],
  count: async (context) => ({ [kind]: await count(context) }),
});

const COMMISSIONS: Access = { area: 'commissions' };

const WHO_SEES: Record<AttentionKind, Access> = {
  refund_requests: { area: 'money' },
  held_charges: COMMISSIONS,
  undrawn_events: { area: 'events' },
  orders: { area: 'store' },
  instructor_recalculations: COMMISSIONS,
  program_recalculations: COMMISSIONS,
  class_recalculations: COMMISSIONS,
  site_recalculations: { role: 'superadmin' },
  imports_failed: { area: 'users' },
  site_imports_failed: { role: 'programadmin' },
  rules_failed: emailRulesContract.emailRules['~orpc'].meta.access,
  translations_outdated: outdatedTranslationsContract.outdatedTranslations['~orpc'].meta.access,
  refunds_failed: { area: 'money' },
  unbooked_events: { area: 'money', of: 'no program' },
  unmatched_payments: { area: 'money' },
  webhooks_off: { role: 'superadmin' },
  refunds_to_return: { area: 'money' },
  payees_without_method: { area: 'money' },
  stuck_debts: { area: 'money' },
  payouts_to_approve: { area: 'money', of: 'no program' },
};

const LINKS: Record<AttentionKind, string> = {
  refund_requests: '/refunds?status=waiting',
  held_charges: '/commissions/held',
  undrawn_events: '/events?undrawn=1',
  orders: '/giveaways/purchases?fulfillable=1',
  instructor_recalculations: '/commissions/instructors?waiting=1',
  program_recalculations: '/commissions/programs?waiting=1',
  class_recalculations: '/commissions/classes?waiting=1',
  site_recalculations: '/commissions/site',
  imports_failed: '/users/imports?failed=1',
  site_imports_failed: '/imports?failed=1',
  rules_failed: '/email/rules?failed=1',
  translations_outdated: '/translations/outdated',
  refunds_failed: '/transactions?in_trouble=1',
  unbooked_events: '/stripe-events?open=1',
  unmatched_payments: '/unmatched-payments',
  webhooks_off: '/programs',
  refunds_to_return: '/transactions?to_return=1',
  payees_without_method: '/payouts?without_method=1',
  stuck_debts: '/payouts?stuck_debt=1',
  payouts_to_approve: '/payouts/batches?waiting=1',
};

/** The kinds by level. */
const RECALCULATIONS: readonly AttentionKind[] = [
  'site_recalculations',
  'program_recalculations',
  'instructor_recalculations',
  'class_recalculations',
];

/** Kinds counted by one query stand together. */
const COUNTED: readonly Counted[] = [
  one('held_charges', heldCharges),
  { kinds: RECALCULATIONS, count: waitingRecalculations },
  one('undrawn_events', undrawnEvents),
  one('refund_requests', countWaitingRequests),
  one('orders', countFulfillable),
  one('imports_failed', (context) => countFailedImports(context, 'users')),
  one('site_imports_failed', (context) => countFailedImports(context, 'sites')),
  one('rules_failed', countFailedRules),
  one('translations_outdated', countOutdated),
  one('refunds_failed', countRefundsInTrouble),
  one('unbooked_events', countUnbooked),
  one('unmatched_payments', countUnmatched),
  one('webhooks_off', countSwitchedOff),
  one('refunds_to_return', countToReturn),
  { kinds: ['payees_without_method', 'stuck_debts'], count: troubledPayees },
  one('payouts_to_approve', countWaitingBatches),
];

async function heldCharges({ db, actor }: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from charges c
    where c.held is not null and ${visibleTo(actor, 'c.program_id')}`.execute(db);
  return must(rows[0], 'count').count;
}

/** Counts groups, as the lists do: one may have two pending runs of different scopes. */
async function waitingRecalculations({ db, actor }: Context): Promise<Counts> {
  const { rows } = await sql<{ level: number; count: number }>`
    select r.level, count(distinct r.owner_id) as count from recalculations r
    where r.status = 'waiting' and ${visibleTo(actor, 'r.program_id')} and ${visibleTo(actor, 'r.scope_program_id')}
    group by r.level`.execute(db);
  return Object.fromEntries(rows.map(({ level, count }) => [RECALCULATIONS[level], count])) as Counts;
}

async function troubledPayees(context: Context): Promise<Counts> {
  const { without_method, stuck_debt } = await countTroubledPayees(context);
  return { payees_without_method: without_method, stuck_debts: stuck_debt };
}

/** Counts like the list of events: a program's are those assigned to it. */
async function undrawnEvents({ db, actor }: Context): Promise<number> {
  const program = programOf(actor, 0);
  const shown =
    program === null
      ? sql`true`
      : sql`exists (select from event_programs p
    where p.event_id = e.id and p.program_id = ${program})`;
  const { rows } = await sql<{ count: number }>`select count(*) as count from events e
    where e.type = 'giveaway' and e.active = 1 and e.end_at <= now() and e.drawn_at is null and ${shown}`.execute(
    db,
  );
  return must(rows[0], 'count').count;
}
