import { type SqlBool, sql } from 'kysely';
import { type Access, isGlobal, mayAccess } from '../../../core/access.ts';
import { CURRENCIES, toMajor } from '../../../core/money.ts';
import { type Context, programOf, visibleIn, visibleTo } from '../../../server/context.ts';
import { NOTHING_WAITS, type WaitingWork, waitingWork } from '../../../server/nouns/waiting-work.ts';
import { emailRulesContract } from '../../email-rules/contract.ts';
import { failedRules } from '../../email-rules/server/email-rules.ts';
import { waitingRequests as personalDataRequests } from '../../erasures/server/waiting-requests.ts';
import { waitingOrders } from '../../gift-purchases/server/gift-purchases.ts';
import { failedImports } from '../../imports/server/failed-imports.ts';
import { outdatedTranslationsContract } from '../../outdated-translations/contract.ts';
import { outdatedTexts } from '../../outdated-translations/server/outdated-translations.ts';
import { batchesToApprove, failedBatches } from '../../payouts/batches/server/batches.ts';
import { troubledPayees } from '../../payouts/server/payees/payees.ts';
import { switchedOffWebhooks } from '../../programs/webhooks/server/webhooks.ts';
import { transactionsToReturn } from '../../transactions/refunds/server/refunds-by-hand.ts';
import { refundsInTrouble } from '../../transactions/refunds/server/refunds-in-trouble.ts';
import { openUnbookedEvents } from '../../transactions/refunds/server/unbooked-events.ts';
import { waitingRequests } from '../../transactions/requests/server/refund-requests.ts';
import { openUnmatchedPayments } from '../../transactions/unmatched/server/unmatched-payments.ts';
import { ATTENTION, type Attention, type AttentionKind, OF_ALL_PROGRAMS } from '../contract.ts';

type Found = Partial<Record<AttentionKind, WaitingWork>>;

/** Kind and program that are asked for; the program is 0 for all. */
type AskedAttention = { kind?: AttentionKind | undefined; program_id: number };

/** Returns each kind of work the caller may see, or the requested one; each count equals the linked list's, whose program the link names. */
export async function whatNeedsAttention(
  context: Context,
  { kind: only, program_id }: AskedAttention = { program_id: 0 },
): Promise<Attention[]> {
  const asked = isGlobal(context.actor) ? program_id : 0;
  const waiting: Found = {};
  for (const { kinds, read } of SOURCES) {
    const wanted = kinds.filter(
      (kind) => (only === undefined || kind === only) && mayAccess(context.actor, WHO_SEES[kind]),
    );
    if (wanted.length === 0) continue;
    const found = await read(context, asked);
    for (const kind of wanted) waiting[kind] = found[kind] ?? NOTHING_WAITS;
  }
  return ATTENTION.flatMap((kind) => {
    const { count, oldest, amounts } = waiting[kind] ?? NOTHING_WAITS;
    return count > 0
      ? [{ kind, count, link: linkOf(kind, asked), oldest, amounts: amounts.flatMap(inMajorUnits) }]
      : [];
  });
}

function linkOf(kind: AttentionKind, program_id: number): string {
  const link = LINKS[kind];
  if (program_id === 0 || OF_ALL_PROGRAMS.includes(kind)) return link;
  return `${link}${link.includes('?') ? '&' : '?'}program_id=${program_id}`;
}

/** An amount in a currency that nothing is sold in, which only a provider's event may have, is not shown. */
function inMajorUnits({ currency, amount }: WaitingWork['amounts'][number]): Attention['amounts'] {
  const known = CURRENCIES.find((one) => one === currency);
  return known ? [{ currency: known, amount: toMajor(amount, known) }] : [];
}

type Source = {
  kinds: readonly AttentionKind[];
  read: (context: Context, program_id: number) => Promise<Found>;
};

const one = (
  kind: AttentionKind,
  read: (context: Context, program_id: number) => Promise<WaitingWork>,
): Source => ({
  kinds: [kind],
  read: async (context, program_id) => ({ [kind]: await read(context, program_id) }),
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
  class_imports_failed: { area: 'catalogue' },
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
  payouts_failed: { area: 'money', of: 'no program' },
  payouts_to_approve: { area: 'money', of: 'no program' },
  personal_data_requests: { role: 'superadmin' },
};

const LINKS: Record<AttentionKind, string> = {
  refund_requests: '/refunds?status=waiting',
  held_charges: '/commissions/held',
  undrawn_events: '/events?undrawn=1',
  orders: '/giveaways/purchases?show=to_fulfill',
  instructor_recalculations: '/commissions/instructors?waiting=1',
  program_recalculations: '/commissions/programs?waiting=1',
  class_recalculations: '/commissions/classes?waiting=1',
  site_recalculations: '/commissions/site',
  imports_failed: '/users/imports?failed=1',
  class_imports_failed: '/classes/imports?failed=1',
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
  payouts_failed: '/payouts/batches?failed=1',
  payouts_to_approve: '/payouts/batches?waiting=1',
  personal_data_requests: '/users/data-requests',
};

const RECALCULATIONS: readonly AttentionKind[] = [
  'site_recalculations',
  'program_recalculations',
  'instructor_recalculations',
  'class_recalculations',
];

/** Kinds that are read together stand together. */
const SOURCES: readonly Source[] = [
  one('held_charges', heldCharges),
  { kinds: RECALCULATIONS, read: waitingRecalculations },
  one('undrawn_events', undrawnEvents),
  one('refund_requests', waitingRequests),
  one('orders', waitingOrders),
  one('imports_failed', (context, program_id) => failedImports(context, 'users', program_id)),
  one('class_imports_failed', (context, program_id) => failedImports(context, 'classes', program_id)),
  one('site_imports_failed', (context, program_id) => failedImports(context, 'sites', program_id)),
  one('rules_failed', failedRules),
  one('translations_outdated', outdatedTexts),
  one('refunds_failed', refundsInTrouble),
  one('unbooked_events', openUnbookedEvents),
  one('unmatched_payments', openUnmatchedPayments),
  one('webhooks_off', switchedOffWebhooks),
  one('refunds_to_return', transactionsToReturn),
  { kinds: ['payees_without_method', 'stuck_debts'], read: payeesInTrouble },
  one('payouts_failed', failedBatches),
  one('payouts_to_approve', batchesToApprove),
  one('personal_data_requests', personalDataRequests),
];

function heldCharges({ db, actor }: Context, program_id: number): Promise<WaitingWork> {
  return waitingWork(db, {
    from: sql`charges c`,
    where: [sql<SqlBool>`c.held is not null`, visibleIn(actor, 'c.program_id', program_id)],
    since: sql`c.created_at`,
    money: { amount: sql`c.amount`, currency: sql`c.currency` },
  });
}

/** Counts groups, as the lists do: one may have two pending runs of different scopes. */
async function waitingRecalculations({ db, actor }: Context, program_id: number): Promise<Found> {
  const { rows } = await sql<{ level: number; count: number; oldest: string }>`
    select r.level, count(distinct r.owner_id) as count, min(r.requested_at) as oldest from recalculations r
    where r.status = 'waiting' and ${visibleTo(actor, 'r.program_id')}
      and (r.level = 0 or ${visibleIn(actor, 'r.program_id', program_id)}) and ${visibleTo(actor, 'r.scope_program_id')}
    group by r.level`.execute(db);
  return Object.fromEntries(
    rows.map(({ level, ...found }) => [RECALCULATIONS[level], { ...NOTHING_WAITS, ...found }]),
  ) as Found;
}

async function payeesInTrouble(context: Context, program_id: number): Promise<Found> {
  const { without_method, stuck_debt } = await troubledPayees(context, program_id);
  return { payees_without_method: without_method, stuck_debts: stuck_debt };
}

/** Like the list of events: a program's are those assigned to it. */
function undrawnEvents({ db, actor }: Context, program_id: number): Promise<WaitingWork> {
  const program = programOf(actor, program_id);
  const shown =
    program === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`exists (select from event_programs p
    where p.event_id = e.id and p.program_id = ${program})`;
  return waitingWork(db, {
    from: sql`events e`,
    where: [
      sql<SqlBool>`e.type = 'giveaway' and e.active = 1 and e.end_at <= now() and e.drawn_at is null`,
      shown,
    ],
    since: sql`e.end_at`,
  });
}
