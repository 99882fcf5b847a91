import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isGlobal } from '../../../../core/access.ts';
import { conflict, notFound, Refusal, refuseField } from '../../../../core/errors.ts';
import { CURRENCIES, toMajor } from '../../../../core/money.ts';
import { must } from '../../../../core/must.ts';
import type { Source } from '../../../../core/sites/sources.ts';
import {
  type Context,
  type TransactionContext,
  transactWithoutTenantScope,
  visibleIn,
  visibleTo,
} from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import {
  byAmount,
  type Conditions,
  type List,
  matchesWordsOrId,
  pageOf,
  rowsOf,
} from '../../../../server/nouns/list-query.ts';
import { refuseWithId } from '../../../../server/nouns/switches/refuse-with-id.ts';
import { type WaitingWork, waitingWork } from '../../../../server/nouns/waiting-work.ts';
import type { SiteCharge } from '../../sites/contract.ts';
import type { Matching, Missing, PAYMENT_STATES, UNMATCHED_SORTS, UnmatchedPayment } from '../contract.ts';
import { bookWithTickets } from './book-payment.ts';
import { namedSale } from './named-sale.ts';
import { lockPayments } from './payment-names.ts';
import { answerTold, chargeOfPayment, type ToldSale, withWhatWasTold } from './told-sales.ts';

type Sort = (typeof UNMATCHED_SORTS)[number];
export type PaymentFilter = {
  page: number;
  state: (typeof PAYMENT_STATES)[number];
  source?: '' | Source;
  /** 0 for all. */
  program_id?: number;
  name?: string;
  sort_by?: Sort | undefined;
  sort_dest?: 'asc' | 'desc' | undefined;
};

/** Lists the newest first; a bound admin sees those that name the own program. `source` '' is any. */
export async function pageOfUnmatched(context: Context, asked: PaymentFilter, size?: number) {
  const { page, state, source = '', program_id = 0, name = '', sort_by = 'id', sort_dest = 'desc' } = asked;
  const ofState = state === 'all' ? sql<boolean>`true` : sql<boolean>`p.state = ${state}`;
  const fromThere = source === '' ? sql<boolean>`true` : sql<boolean>`p.source = ${source}`;
  const matching: Conditions = [
    visibleIn(context.actor, 'p.program_id', program_id),
    ofState,
    fromThere,
    ofName(name),
  ];
  const { rows, count } = await pageOf<Stored, Sort>(context.db, LIST, {
    matching,
    page,
    size,
    sort_by,
    sort_dest,
  });
  return { payments: rows.map(inMajorUnits), count };
}

function ofName(typed: string) {
  const searched = sql`lower(concat_ws(' ', p.payer, p.provider_ref, p.reference, p.user_reference))`;
  return matchesWordsOrId(searched, 'p.id', typed);
}

export function openUnmatchedPayments({ actor, db }: Context, program_id = 0): Promise<WaitingWork> {
  return waitingWork(db, {
    from: sql`unmatched_payments p`,
    where: [sql<SqlBool>`p.state = 'open'`, visibleIn(actor, 'p.program_id', program_id)],
    since: sql`p.paid_at`,
    money: { amount: sql`p.amount`, currency: sql`p.currency` },
  });
}

/** Returns one payment. 404 where the caller may not see it. */
export async function readPayment({ actor, db }: Context, id: number): Promise<UnmatchedPayment> {
  const [row] = await rowsOf<Stored>(db, LIST, [
    sql<boolean>`p.id = ${id}`,
    visibleTo(actor, 'p.program_id'),
  ]);
  return row ? inMajorUnits(row) : notFound();
}

/** Books a payment as the sale that staff name, as of when it was paid. 404 for an invisible one, 409 if decided, 400 on a field the site does not know. */
export function matchPayment(context: Context, { id, ...named }: Matching): Promise<UnmatchedPayment> {
  return deciding(context, id, async (tx, payment) => {
    if (!isGlobal(context.actor) && named.program_id !== context.actor.program_id)
      refuseField('program_id', 'Choose your own program');
    const { type, class_id, event_id, subscription = 'month', user_id, code, program_id } = named;
    const told = toldSaleOf(payment);
    if (told && told.program_id !== program_id)
      refuseField('program_id', 'The site of another program reported this sale');
    const found = await namedSale(tx, {
      ...payment,
      provider_ref: payment.provider_ref ?? '',
      names: {
        program: String(program_id),
        user: String(user_id),
        ...(type === 'event' && { event: String(event_id) }),
        ...(type === 'membership' && { membership: subscription }),
        ...((type === 'class' || type === 'bundle') && { class: String(class_id) }),
        ...(code && { code }),
      },
    });
    const [missing] = found.missing;
    if (missing) refuseField(FIELDS[missing], WORDS[missing]);
    if (!found.sale) throw new Error('nothing is missing, and nothing was found');
    if ((found.sale.sold.charge_type === 'bundle_payment') !== (type === 'bundle') && class_id !== undefined)
      refuseField('type', type === 'bundle' ? 'This class is not a bundle' : 'This is a bundle');
    const sale = told ? withWhatWasTold(found.sale, told) : found.sale;
    const known = told ? await chargeOfPayment(tx, sale) : null;
    // Before the sale, which would settle it in nobody's name.
    const booked =
      known === null
        ? await bookWithTickets(tx, sale).catch((error: unknown) => {
            throw error instanceof Refusal ? refusedTickets(error) : error;
          })
        : { id: known, tickets: [] };
    if (told) await answerTold(tx, told, booked);
    return { state: 'matched', charge_id: booked.id, program_id };
  });
}

/** Says that a payment is none of ours. 404 where the caller may not see it, 409 where it is decided. */
export function dismissPayment(
  context: Context,
  { id, reason }: { id: number; reason: string },
): Promise<UnmatchedPayment> {
  return deciding(context, id, dismissing(reason));
}

/** Dismisses many in the order of their ids, all or none; what refuses one is said with its id. */
export async function dismissPayments(
  context: Context,
  { ids, reason }: { ids: readonly number[]; reason: string },
): Promise<UnmatchedPayment[]> {
  const inOrder = [...new Set(ids)].toSorted((a, b) => a - b);
  const seen = await readPayments(context, inOrder);
  await transactWithoutTenantScope(context, async (tx) => {
    // In the order of whoever books many, before any is decided.
    await lockPayments(
      tx.db,
      seen.flatMap(({ provider_ref }) => provider_ref ?? []),
    );
    for (const payment of seen) {
      const decided = decide(tx, context, payment, dismissing(reason));
      await decided.catch((error: unknown) => refuseWithId(payment.id, error));
    }
  });
  return readPayments(context, inOrder);
}

/** Reads payments in the order of these ids; what refuses one is said with its id. */
async function readPayments(context: Context, ids: readonly number[]): Promise<UnmatchedPayment[]> {
  const { actor, db } = context;
  const rows = await rowsOf<Stored>(db, LIST, [
    sql<boolean>`p.id = any (${ids}::integer[])`,
    visibleTo(actor, 'p.program_id'),
  ]);
  const found = new Map(rows.map((row) => [row.id, inMajorUnits(row)]));
  return Promise.all(
    ids.map(
      async (id) =>
        found.get(id) ?? readPayment(context, id).catch((error: unknown) => refuseWithId(id, error)),
    ),
  );
}

type Decide = (tx: TransactionContext, payment: OpenPayment) => Promise<Decision>;

function dismissing(reason: string): Decide {
  return async (tx, payment) => {
    const told = toldSaleOf(payment);
    if (told) await answerTold(tx, told, null);
    return { state: 'dismissed', reason };
  };
}

type Decision = { state: 'matched' | 'dismissed'; charge_id?: number; program_id?: number; reason?: string };
type OpenPayment = {
  provider_ref: string | null;
  amount: number;
  currency: string;
  paid_at: string;
  program_id: number | null;
  reference: string | null;
  sale: SiteCharge | null;
};

function toldSaleOf({ program_id, reference, sale }: OpenPayment): ToldSale | null {
  return program_id !== null && reference !== null && sale !== null ? { program_id, reference, sale } : null;
}

async function deciding(context: Context, id: number, decision: Decide): Promise<UnmatchedPayment> {
  const seen = await readPayment(context, id);
  // A class of the program may be at home elsewhere: what a scoped connection writes is of its program alone.
  await transactWithoutTenantScope(context, (tx) => decide(tx, context, seen, decision));
  // In their own scope again, and by the row as it reads there; a match may have given it a program of theirs.
  return readPayment(context, id);
}

async function decide(
  tx: TransactionContext,
  { actor }: Context,
  { id, provider_ref }: UnmatchedPayment,
  decision: Decide,
): Promise<void> {
  if (provider_ref !== null) await lockPayments(tx.db, [provider_ref]);
  const { rows } = await sql<OpenPayment & { state: string; updated_at: string }>`
    select p.provider_ref, p.amount, p.currency, p.paid_at, p.state, p.updated_at, p.program_id, p.reference, p.sale
    from unmatched_payments p where p.id = ${id} and ${visibleTo(actor, 'p.program_id')} for update`.execute(
    tx.db,
  );
  const [payment] = rows;
  if (!payment) notFound();
  if (payment.state !== 'open') await refuseDecided(tx, id);
  const {
    state,
    charge_id = null,
    program_id = payment.program_id,
    reason = '',
  } = await decision(tx, payment);
  await sql`
    update unmatched_payments set state = ${state}, charge_id = ${charge_id}, program_id = ${program_id}, reason = ${reason},
      missing = case when ${state} = 'matched' then '{}' else missing end,
      decided_by = ${actor.admin_id || null}, updated_at = greatest(provost_now(), updated_at + interval '1 ms')
    where id = ${id}`.execute(tx.db);
  const after = { state, charge_id, ...(reason && { reason }) };
  const change = { action: state === 'matched' ? 'match' : 'dismiss', program_id, after };
  await audit(tx, { entity: 'unmatched_payment', entity_id: id, before: { state: 'open' }, ...change });
}

async function refuseDecided(tx: TransactionContext, id: number): Promise<never> {
  const [found] = await rowsOf<Stored>(tx.db, LIST, [sql<boolean>`p.id = ${id}`]);
  const row = must(found, 'payment that is locked');
  const verb = row.state === 'dismissed' ? 'already dismissed this payment' : 'already matched this payment';
  return conflict(verb, { changed_by: row.decided_by, changed_at: row.updated_at });
}

const FIELDS: Record<Missing, string> = {
  program: 'program_id',
  class: 'class_id',
  event: 'event_id',
  membership: 'subscription',
  user: 'user_id',
  tickets: 'event_id',
  currency: 'id',
  payment: 'id',
};

const WORDS: Record<Missing, string> = {
  program: "This program doesn't exist",
  class: "This program's site doesn't sell this class",
  event: "This program's site doesn't show this event",
  membership: 'Choose the month or the year',
  user: "This user isn't in this program",
  tickets: 'No tickets are left',
  currency: 'Nothing is sold in this currency. Dismiss the payment',
  payment: 'This payment is already booked',
};

function refusedTickets({ message }: Refusal): Refusal {
  return new Refusal(400, message, { errors: [{ path: 'event_id', message }] });
}

type Stored = Omit<UnmatchedPayment, 'amount'> & { amount: number };

/** Assumes two decimals for a currency that nothing is sold in. */
function inMajorUnits({ amount, ...row }: Stored): UnmatchedPayment {
  const known = (CURRENCIES as readonly string[]).includes(row.currency);
  return { ...row, amount: known ? toMajor(amount, row.currency) : amount / 100 };
}

const COLUMNS: RawBuilder<unknown> = sql`p.id, p.provider_ref, p.amount, p.currency, p.payer, p.paid_at, p.missing, p.state,
  p.source, p.reference, p.user_reference, case when p.sale is not null then jsonb_build_object('type', p.sale ->> 'type',
    'sold', case when coalesce(p.sale ->> 'class_id', p.sale ->> 'event_id') is not null then jsonb_build_object(
      'id', coalesce(p.sale ->> 'class_id', p.sale ->> 'event_id')::integer,
      'name', coalesce((select k.class_name from classes k where k.id = (p.sale ->> 'class_id')::integer),
        (select e.name from events e where e.id = (p.sale ->> 'event_id')::integer), '')) end,
    'subscription', p.sale ->> 'subscription', 'code', coalesce(p.sale ->> 'code', '')) end as sale,
  p.charge_id, coalesce(p.program_id, 0) as program_id, p.reason, admin_email(p.decided_by) as decided_by, p.updated_at`;

const LIST: List<Sort> = {
  from: sql`unmatched_payments p`,
  id: sql`p.id`,
  columns: COLUMNS,
  orders: {
    id: sql`p.id`,
    amount: byAmount('p.currency', 'p.amount'),
    currency: sql`p.currency`,
    paid_at: sql`p.paid_at`,
  },
};
