import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { refuse, refuseField } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { auditPart, auditWhole } from '../../../server/nouns/audit.ts';
import { REPORTS } from '../../exports/contract.ts';
import type { FulfilPreview } from '../contract.ts';
import { fulfilRefusal } from '../rules.ts';
import { FULFILLABLE } from './eligibility.ts';
import { ordersOf } from './gift-purchases.ts';

type Order = Awaited<ReturnType<typeof ordersOf>>[number];

type Travel = { carrier?: string; tracking?: readonly { id: number; tracking_number: string }[] };
type Fulfilling = Travel & { ids: readonly number[]; fingerprint?: string | undefined };

/** Previews a fulfillment; throws a 400 that names what is missing or another's. */
export async function previewFulfilment(context: Context, ids: readonly number[]): Promise<FulfilPreview> {
  const orders = await ordersOf(context, ids);
  const seen = new Set(orders.map(({ id }) => id));
  const missing = [...new Set(ids)].filter((id) => !seen.has(id));
  if (missing.length > 0) refuseField('ids', missing.map((id) => `There is no order ${id}`).join('. '));
  return previewOf(orders);
}

/**
 * Marks orders as sent or paid, with the lines as they are now; the file that names them is theirs who asked, for a day.
 * More than one: 403 but for a superadmin. 400 names those that are missing, another's, named twice or not to be
 * fulfilled, and why; nothing has changed then. 409 with the new preview where `fingerprint` is not of these lines.
 */
export async function fulfilPurchases(context: Context, { ids, fingerprint, ...travel }: Fulfilling) {
  if (ids.length > 1 && context.actor.role !== 'superadmin')
    refuse(403, 'Only superadmins can fulfill several orders at once');
  return transact(context, async (tx) => {
    await holdOrders(tx, ids);
    const orders = await ordersOf(tx, ids);
    const refusals = refusalsOf(ids, orders);
    if (refusals.length > 0) refuseField('ids', refusals.join('. '));
    if (fingerprint !== undefined) refuseChanged(orders, fingerprint);
    const { id: fulfilment_id, file_name } = await send(tx, orders, travel);
    await record(tx, fulfilment_id, orders);
    return { file: `${REPORTS}${file_name}`, fulfilment_id, count: orders.length };
  });
}

/** Locks orders by id, then their users, until the transaction ends: no concurrent fulfilment or change of address or method. */
async function holdOrders({ db, actor }: TransactionContext, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select p.user_id from gift_purchases p join site_users u on u.id = p.user_id
    where p.id = any (${ids}::integer[]) and ${visibleTo(actor, 'u.program_id')}
    order by p.id for no key update of p`.execute(db);
  const users = rows.map(({ user_id }) => user_id);
  await sql`select from site_users where id = any (${users}::integer[]) order by id for share`.execute(db);
  await sql`select from payment_settings where user_id = any (${users}::integer[]) order by user_id for share`.execute(
    db,
  );
}

/** 409 with the new preview where an address or a payout method is another than was shown. */
function refuseChanged(orders: readonly Order[], fingerprint: string): void {
  const preview = previewOf(orders);
  if (preview.fingerprint === fingerprint) return;
  refuse(409, 'An address or payout method has changed since. Nothing was fulfilled.', { preview });
}

function previewOf(orders: readonly Order[]): FulfilPreview {
  const lines = orders.map(({ line }) => line);
  return {
    orders: orders.map((order) => ({ line: order.line, against: fulfilRefusal(order) })),
    fingerprint: createHash('sha256').update(JSON.stringify(lines)).digest('hex'),
  };
}

function refusalsOf(ids: readonly number[], orders: readonly Order[]): string[] {
  const seen = new Map(orders.map((order) => [order.id, order]));
  return [...new Set(ids)].flatMap((id) => {
    const order = seen.get(id);
    if (!order) return `There is no order ${id}`;
    const isTwice = ids.indexOf(id) !== ids.lastIndexOf(id);
    const refusal = isTwice ? 'is listed twice' : fulfilRefusal(order);
    return refusal === null ? [] : `Order ${id} ${refusal}`;
  });
}

async function send(
  { db, actor }: TransactionContext,
  orders: readonly Order[],
  { carrier = '', tracking = [] }: Travel,
) {
  const fulfilment = await db
    .insertInto('fulfilments')
    .values({
      admin_id: actor.admin_id || null,
      program_id: actor.program_id || null,
      file_name: `${randomBytes(16).toString('hex')}.csv`,
    })
    .returning(['id', 'file_name'])
    .executeTakeFirstOrThrow();
  const numbers = new Map(tracking.map((one) => [one.id, one.tracking_number]));
  const lines = JSON.stringify(
    orders.map(({ id, line, product_type }) => ({
      line,
      ...(product_type === 'physical' && { carrier, number: numbers.get(id) }),
    })),
  );
  const { rows: sent } = await sql<{ id: number }>`
    update gift_purchases p set fulfilment_id = ${fulfilment.id}, sent = l.line,
      carrier = coalesce(l.carrier, ''), tracking_number = coalesce(l.number, '')
    from jsonb_to_recordset(${lines}::jsonb) l (line jsonb, carrier text, number text), gift_products g, site_users u
    where p.id = (l.line ->> 'id')::integer and g.id = p.product_id and u.id = p.user_id
      and ${visibleTo(actor, 'u.program_id')} and ${FULFILLABLE}
    returning p.id`.execute(db);
  if (sent.length !== orders.length) throw new Error('the rule of the code and of the database differ');
  return fulfilment;
}

/** One entry of the whole, below it one for each order, which the staff of its user's program may read. */
async function record(
  tx: TransactionContext,
  fulfilment_id: number,
  orders: readonly Order[],
): Promise<void> {
  const whole = {
    entity: 'fulfilment' as const,
    entity_id: fulfilment_id,
    action: 'fulfil',
    program_id: tx.actor.program_id,
  };
  const audit_id = await auditWhole(tx, { ...whole, after: { orders: orders.length } });
  await auditPart(
    tx,
    { ...whole, audit_id },
    orders.map(({ id, program_id }) => ({
      entity: 'gift_purchase',
      entity_id: id,
      action: 'fulfil',
      program_id,
      before: { fulfilled: 0 },
      after: { fulfilled: 1, fulfilment_id },
    })),
  );
}
