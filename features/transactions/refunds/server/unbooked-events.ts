import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { notFound } from '../../../../core/errors.ts';
import { CURRENCIES, toMajor } from '../../../../core/money.ts';
import { type Context, type TransactionContext, transact } from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { type List, matchesWordsOrId, pageOf, rowsOf, ticked } from '../../../../server/nouns/list-query.ts';
import { type WaitingWork, waitingWork } from '../../../../server/nouns/waiting-work.ts';
import type { UNBOOKED_SORTS, UnbookedEvent, UnbookedReason } from '../contract.ts';

/** The reason an event, or one object of it, can never be booked. */
export class Unbookable extends Error {
  readonly reason: UnbookedReason;

  constructor(reason: UnbookedReason) {
    super(reason);
    this.reason = reason;
  }
}

/** Event, or another of Stripe's answers, that told of something. */
export type ToldBy = { id: string; type: string };

/** Stores an unbookable object of an event, or the event itself; once, even if several events report it. */
export async function keepUnbooked(
  { db }: TransactionContext,
  event: Stripe.Event,
  reason: UnbookedReason,
  object: unknown = event.data.object,
): Promise<void> {
  const { amount, currency, created, id, charge } = legible(object);
  const money = amount !== undefined && currency !== undefined;
  await db
    .insertInto('unbooked_events')
    .values({
      provider: 'stripe',
      event_id: event.id,
      type: event.type,
      object_id: id ?? event.id,
      reason,
      provider_charge: charge ?? '',
      amount: money ? amount : null,
      currency: money ? currency.toUpperCase() : null,
      happened_at: created === undefined ? null : new Date(created * 1000).toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['provider', 'object_id', 'reason']).doNothing())
    .execute();
}

/** Stores, once, that a payment was booked as two sales: by its intent and by its invoice, before anybody said that both are one. */
export async function keepBookedTwice(
  { db }: TransactionContext,
  { invoice, provider_ref }: { invoice: string; provider_ref: string },
  { id, type }: ToldBy,
): Promise<void> {
  await sql`
    insert into unbooked_events (provider, event_id, type, object_id, reason, provider_charge, amount, currency, happened_at)
    select 'stripe', ${id}, ${type}, ${invoice}, 'booked_twice', ${provider_ref}, c.amount, c.currency, c.created_at
    from charges c where c.provider_charge in (${invoice}, ${provider_ref})
      and (select count(*) from charges b where b.provider_charge in (${invoice}, ${provider_ref})) > 1
    order by c.id desc limit 1
    on conflict (provider, object_id, reason) do nothing`.execute(db);
}

export type UnbookedFilter = {
  page: number;
  open: '' | '0' | '1';
  name?: string;
  sort_by?: Sort | undefined;
  sort_dest?: 'asc' | 'desc' | undefined;
};

export async function pageOfUnbooked({ db }: Context, filter: UnbookedFilter, size?: number) {
  const { page, open, name = '', sort_by = 'id', sort_dest = 'desc' } = filter;
  const { rows, count } = await pageOf<Stored, Sort>(db, LIST, {
    matching: [ticked(open, sql`u.resolved_at is null`), matchesWordsOrId(SEARCHED, 'u.id', name)],
    page,
    size,
    sort_by,
    sort_dest,
  });
  return { events: rows.map(inMajorUnits), count };
}

/** Marks an event as reviewed or not; the first reviewer stays. Throws a 404 for an unknown one. */
export async function resolveUnbooked(
  context: Context,
  { id, resolved }: { id: number; resolved: boolean },
): Promise<UnbookedEvent> {
  return transact(context, async (tx) => {
    const { db } = tx;
    const before = await db
      .selectFrom('unbooked_events')
      .select(['resolved_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) notFound();
    if ((before.resolved_at !== null) !== resolved) await markResolved(tx, id, resolved);
    return readUnbooked(tx, id);
  });
}

/** Marks an event that the caller holds, which is not marked so yet. */
export async function markResolved(tx: TransactionContext, id: number, resolved: boolean): Promise<void> {
  const { db, actor } = tx;
  const mark = { resolved_at: sql<string>`provost_now()`, resolved_by: actor.admin_id };
  const none = { resolved_at: null, resolved_by: null };
  await db
    .updateTable('unbooked_events')
    .set(resolved ? mark : none)
    .where('id', '=', id)
    .execute();
  await audit(tx, {
    entity: 'unbooked_event',
    entity_id: id,
    action: resolved ? 'resolve' : 'reopen',
    program_id: 0,
    before: { resolved: !resolved },
    after: { resolved },
  });
}

/** Returns one event; a 404 for an unknown one. */
export async function readUnbooked({ db }: Context, id: number): Promise<UnbookedEvent> {
  const [row] = await rowsOf<Stored>(db, LIST, [sql<boolean>`u.id = ${id}`]);
  return row ? inMajorUnits(row) : notFound();
}

export function openUnbookedEvents({ db }: Context): Promise<WaitingWork> {
  const where = [sql<SqlBool>`e.resolved_at is null`];
  // Of these alone it is known how much is at stake.
  const ofTwice = (column: RawBuilder<unknown>) =>
    sql`case when e.reason = 'booked_twice' then ${column} end`;
  return waitingWork(db, {
    from: sql`unbooked_events e`,
    where,
    since: sql`e.received_at`,
    money: { amount: ofTwice(sql`e.amount`), currency: ofTwice(sql`e.currency`) },
  });
}

function legible(object: unknown) {
  const of = Object(object) as Record<string, unknown>;
  const read = <Value>(schema: z.ZodType<Value>, value: unknown) => schema.safeParse(value).data;
  const name = z
    .string()
    .min(1)
    .max(255)
    .regex(/^[\w-]+$/);
  const amount = of.amount ?? of.amount_paid ?? of.amount_total ?? of.amount_received;
  return {
    id: read(name, of.id),
    charge: read(name, of.charge) ?? read(name, of.payment_intent),
    amount: read(z.int().min(-1e15).max(1e15), amount),
    currency: read(z.string().regex(/^[A-Za-z]{3}$/), of.currency),
    created: read(z.int().min(0).max(7_000_000_000), of.created),
  };
}

const SEARCHED = sql`lower(concat_ws(' ', u.object_id, u.event_id, u.provider_charge))`;

type Sort = (typeof UNBOOKED_SORTS)[number];
type Stored = UnbookedEvent;

function inMajorUnits({ amount, transactions, ...row }: Stored): UnbookedEvent {
  const { currency } = row;
  return {
    ...row,
    amount: amount === null || currency === null ? null : majorOf(amount, currency),
    transactions: transactions.map((one) => ({
      ...one,
      amount: majorOf(one.amount, one.currency),
      refundable: majorOf(one.refundable, one.currency),
    })),
  };
}

/** Assumes two decimals for a currency that nothing is sold in. */
function majorOf(minor: number, currency: string): number {
  return (CURRENCIES as readonly string[]).includes(currency) ? toMajor(minor, currency) : minor / 100;
}

/** Transactions that one payment was booked as, the first first; none for other reasons. */
const TRANSACTIONS = sql`case when u.reason = 'booked_twice' then (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', c.description, 'currency', c.currency, 'amount', c.amount,
      'refundable', c.amount - c.refunded - c.reserved, 'student_name', nullif(btrim(concat_ws(' ', s.first_name, s.last_name)), ''),
      'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by c.id), '[]')
    from charges c left join site_users s on s.id = c.student_id where c.provider_charge in (u.object_id, u.provider_charge)
  ) else '[]' end as transactions`;

const LIST: List<Sort> = {
  from: sql`unbooked_events u`,
  id: sql`u.id`,
  columns: sql`u.id, u.event_id, u.type, u.object_id, u.reason, u.provider_charge, u.amount, u.currency, u.happened_at,
    u.received_at, u.resolved_at, admin_email(u.resolved_by) as resolved_by, ${TRANSACTIONS}`,
  orders: { id: sql`u.id`, type: sql`u.type`, received_at: sql`u.received_at` },
};
