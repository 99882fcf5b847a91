/** Provider events that can never be booked. Specification: Refunds. */
import { type SqlBool, sql } from 'kysely';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { notFound } from '../../../../core/errors.ts';
import { CURRENCIES, toMajor } from '../../../../core/money.ts';
import { type Context, type TransactionContext, transact } from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { type List, pageOf, rowsOf, ticked } from '../../../../server/nouns/list-query.ts';
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

type UnbookedFilter = {
  page: number;
  open: '' | '0' | '1';
  sort_by?: Sort | undefined;
  sort_dest?: 'asc' | 'desc' | undefined;
};

/** Lists the newest first. */
export async function pageOfUnbooked({ db }: Context, filter: UnbookedFilter) {
  const { page, open, sort_by = 'id', sort_dest = 'desc' } = filter;
  const { rows, count } = await pageOf<Stored, Sort>(db, LIST, {
    matching: [ticked(open, sql`u.resolved_at is null`)],
    page,
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
    const { db, actor } = tx;
    const before = await db
      .selectFrom('unbooked_events')
      .select(['resolved_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) notFound();
    if ((before.resolved_at !== null) !== resolved) {
      const mark = { resolved_at: sql<string>`provost_now()`, resolved_by: actor.admin_id };
      const none = { resolved_at: null, resolved_by: null };
      await db
        .updateTable('unbooked_events')
        .set(resolved ? mark : none)
        .where('id', '=', id)
        .execute();
      const action = resolved ? 'resolve' : 'reopen';
      await audit(tx, {
        entity: 'unbooked_event',
        entity_id: id,
        action,
        program_id: 0,
        before: { resolved: !resolved },
        after: { resolved },
      });
    }
    const [row] = await rowsOf<Stored>(db, LIST, [sql<boolean>`u.id = ${id}`]);
    return row ? inMajorUnits(row) : notFound();
  });
}

/** Returns the events listed with `open`. */
export function openUnbookedEvents({ db }: Context): Promise<WaitingWork> {
  const where = [sql<SqlBool>`e.resolved_at is null`];
  return waitingWork(db, { from: sql`unbooked_events e`, where, since: sql`e.received_at` });
}

/** Extracts the readable fields of an object, whatever else is wrong. */
function legible(object: unknown) {
  const of = Object(object) as Record<string, unknown>;
  const read = <Value>(schema: z.ZodType<Value>, value: unknown) => schema.safeParse(value).data;
  const name = z
    .string()
    .min(1)
    .max(255)
    .regex(/^[\w-]+$/);
  return {
    id: read(name, of.id),
    charge: read(name, of.charge) ?? read(name, of.payment_intent),
    amount: read(z.int().min(-1e15).max(1e15), of.amount),
    currency: read(z.string().regex(/^[A-Za-z]{3}$/), of.currency),
    created: read(z.int().min(0).max(7_000_000_000), of.created),
  };
}

type Sort = (typeof UNBOOKED_SORTS)[number];
type Stored = UnbookedEvent;

/** Assumes two decimals for a currency that nothing is sold in. */
function inMajorUnits({ amount, ...row }: Stored): UnbookedEvent {
  if (amount === null || row.currency === null) return { ...row, amount: null };
  const known = (CURRENCIES as readonly string[]).includes(row.currency);
  return { ...row, amount: known ? toMajor(amount, row.currency) : amount / 100 };
}

const LIST: List<Sort> = {
  from: sql`unbooked_events u`,
  id: sql`u.id`,
  columns: sql`u.id, u.event_id, u.type, u.object_id, u.reason, u.provider_charge, u.amount, u.currency, u.happened_at,
    u.received_at, u.resolved_at, admin_email(u.resolved_by) as resolved_by`,
  orders: { id: sql`u.id`, type: sql`u.type`, received_at: sql`u.received_at` },
};
