import { sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import { notFound } from '../../../core/errors.ts';
import { must } from '../../../core/must.ts';
import { type Context, visibleIn, visibleTo } from '../../../server/context.ts';
import {
  type Conditions,
  type List,
  matchesWordsOrId,
  pageOf,
  rowsOf,
  ticked,
} from '../../../server/nouns/list-query.ts';
import { type WaitingWork, waitingWork } from '../../../server/nouns/waiting-work.ts';
import type { ProductType } from '../../gift-products/rules.ts';
import { missingFromDelivery, parseDelivery } from '../../users/delivery.ts';
import type { PURCHASE_SORTS, Purchase } from '../contract.ts';
import { MOST_ORDERS, type PurchaseState, type PurchaseType } from '../rules.ts';
import { CAN_UNDO, FULFILLABLE, IS_CONFIRMED, IS_STOPPED } from './eligibility.ts';
import { LINE_COLUMNS, LINE_JOINS, type LineRow, lineOf, missingMethod } from './order-lines.ts';

export type PurchaseFilter = {
  product_name: string;
  user_name: string;
  product_type: '' | ProductType;
  event_type: '' | PurchaseType;
  state: '' | PurchaseState;
  program_id: number;
  fulfillable: '' | '0' | '1';
  fulfilled: '' | '0' | '1';
};

type Sort = (typeof PURCHASE_SORTS)[number];
type PurchasePage = PurchaseFilter & {
  page: number;
  sort_by?: Sort | undefined;
  sort_dest?: 'asc' | 'desc' | undefined;
};

/** Sorts by id by default; a bound admin sees those of its own program's users. */
export async function pageOfPurchases(context: Context, filter: PurchasePage) {
  const { page, sort_by = 'id', sort_dest } = filter;
  const { rows, count } = await pageOf<Purchase, Sort>(context.db, listBy(sort_by), {
    matching: matching(context.actor, filter),
    page,
    sort_by,
    sort_dest,
  });
  return { products: rows.map(toResponse), count };
}

/** Returns the number of matching orders that can be fulfilled now, and the ids of the first {@link MOST_ORDERS}. */
export async function fulfillablePurchases(context: Context, filter: PurchaseFilter) {
  const where = sql.join([...matching(context.actor, filter), FULFILLABLE], sql` and `);
  const { rows } = await sql<{ ids: number[]; count: number }>`
    select coalesce((array_agg(p.id order by p.id))[:${sql.lit(MOST_ORDERS)}], '{}') as ids, count(*) as count
    from ${FROM} where ${where}`.execute(context.db);
  return must(rows[0], 'count of orders');
}

export function waitingOrders({ db, actor }: Context, program_id = 0): Promise<WaitingWork> {
  const where = [visibleIn(actor, 'u.program_id', program_id), FULFILLABLE];
  return waitingWork(db, { from: FROM, where, since: sql`p.created_at` });
}

/** Counts the orders of a program, or of all that the caller sees: to fulfill, and fulfilled. */
export async function countPurchases({ db, actor }: Context, program_id: number) {
  const { rows } = await sql<{ fulfillable: number; fulfilled: number }>`
    select count(*) filter (where ${FULFILLABLE}) as fulfillable, count(*) filter (where ${FULFILLED}) as fulfilled
    from ${FROM} where ${visibleIn(actor, 'u.program_id', program_id)}`.execute(db);
  return must(rows[0], 'counts of orders');
}

/** Returns an order with its line and what it lacks; throws a 404 for an invisible order. */
export async function readPurchase(context: Context, id: number) {
  const [order] = await ordersOf(context, [id]);
  if (!order) notFound();
  const { line, lilt_delivery, product_type, fulfilled } = order;
  const isParcel = product_type === 'physical';
  const unreadable = isParcel && parseDelivery(lilt_delivery) === null ? lilt_delivery : null;
  const missing = isParcel ? missingFromDelivery(lilt_delivery) : missingMethod(order);
  return {
    ...order,
    line,
    missing: fulfilled === 1 ? [] : missing,
    unreadable: fulfilled === 1 ? null : unreadable,
  };
}

export async function ordersOf(context: Context, ids: readonly number[]) {
  const matching: Conditions = [
    visibleTo(context.actor, 'u.program_id'),
    sql<boolean>`p.id = any (${ids}::integer[])`,
  ];
  const rows = await rowsOf<Purchase & LineRow>(context.db, ORDERS, matching);
  return rows.map((row) => ({ ...toResponse(row), line: lineOf(row) })).toSorted((a, b) => a.id - b.id);
}

export function matching(actor: Actor, filter: PurchaseFilter): Conditions {
  const { product_type, event_type, state, fulfillable, fulfilled } = filter;
  const all = sql<boolean>`true`;
  return [
    visibleIn(actor, 'u.program_id', filter.program_id),
    matchesWordsOrId('g.name_search', 'g.id', filter.product_name),
    matchesWordsOrId('u.search', 'u.id', filter.user_name),
    product_type === '' ? all : sql<boolean>`g.type = ${product_type}`,
    event_type === '' ? all : sql<boolean>`p.type = ${event_type}`,
    // Of prizes: what was bought has neither won nor lost.
    state === '' ? all : sql<boolean>`(p.type = 'prize' and p.state = ${state})`,
    ticked(fulfillable, FULFILLABLE),
    ticked(fulfilled, FULFILLED),
  ];
}

const FULFILLED = sql<boolean>`(p.fulfilment_id is not null)`;

const FROM = sql`(gift_purchases p join gift_products g on g.id = p.product_id join site_users u on u.id = p.user_id)`;

/** An event has a name, and a fulfilment a moment, where the session sees them. */
const JOINS = sql`left join events e on e.id = p.event_id left join fulfilments f on f.id = p.fulfilment_id`;

const COLUMNS = sql`p.id, json_build_object('id', g.id, 'name', g.name) as product,
  json_build_object('id', u.id, 'name', btrim(concat(u.first_name, ' ', u.last_name)), 'email', u.email) as "user",
  u.del_status as user_deleted, coalesce(u.program_id, 0) as program_id,
  case when e.id is not null then json_build_object('id', e.id, 'name', e.name) end as event,
  p.created_at, g.type as product_type, p.type, p.state, ${IS_CONFIRMED}::integer as delivery_confirmed,
  ${IS_STOPPED}::integer as payee_stopped,
  (p.fulfilment_id is not null)::integer as fulfilled, f.created_at as fulfilled_at, f.id as fulfilment_id,
  ${CAN_UNDO}::integer as can_undo, p.carrier, p.tracking_number, p.price`;

const ORDERS = {
  from: FROM,
  columns: sql`${COLUMNS}, ${LINE_COLUMNS}`,
  joins: sql`${JOINS} ${LINE_JOINS}`,
};

/** Joins tables that only one order needs, to keep them out of the count. */
function listBy(sort_by: Sort): List<Sort> {
  if (sort_by !== 'program') return PURCHASE_LIST;
  return { ...PURCHASE_LIST, from: sql`(${FROM} left join programs sp on sp.id = u.program_id)` };
}

export const PURCHASE_LIST: List<Sort> = {
  from: FROM,
  id: sql`p.id`,
  columns: COLUMNS,
  joins: JOINS,
  orders: {
    id: sql`p.id`,
    product: sql`g.name_search`,
    user: sql`u.name_search`,
    created_at: sql`p.created_at`,
    product_type: sql`g.type`,
    type: sql`p.type`,
    state: sql`p.state`,
    delivery_confirmed: IS_CONFIRMED,
    fulfilled: FULFILLED,
    program: sql`lower(sp.program_display_name)`,
  },
  nullable: ['program'],
};

/** The ledger counts in hundredths. */
function toResponse<Row extends Purchase>(row: Row): Row {
  return { ...row, price: row.price / 100 };
}
