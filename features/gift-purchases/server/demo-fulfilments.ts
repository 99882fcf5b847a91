import { sql } from 'kysely';
import type { TransactionContext } from '../../../server/context.ts';
import { skipIds } from '../../../server/db/demo/insert.ts';
import { daysBefore } from '../../../server/db/demo/random.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import { MOST_ORDERS } from '../rules.ts';
import { FULFILLABLE } from './eligibility.ts';
import { ordersOf } from './gift-purchases.ts';

const WEEK = 7 * 24 * 60 * 60 * 1000;

const WAITING_DAYS = 14;

/** The lines are those that the product would send; who has fulfilled them did so in the past. */
export async function demoFulfilments(tx: TransactionContext, today: Date): Promise<void> {
  const { db, actor } = tx;
  const { rows } = await sql<{ id: number; created_at: string }>`
    select p.id, p.created_at from gift_purchases p
    join gift_products g on g.id = p.product_id join site_users u on u.id = p.user_id
    where ${FULFILLABLE} and p.created_at < ${daysBefore(today, WAITING_DAYS)} and p.id % 10 < 7
    order by p.id`.execute(db);
  const weeks = Map.groupBy(rows, ({ created_at }) => Math.floor(Date.parse(created_at) / WEEK));
  const sendings = [...weeks]
    .toSorted(([a], [b]) => a - b)
    .map(([week, orders]) => ({
      created_at: new Date((week + 1) * WEEK + WEEK / 4).toISOString(),
      ids: orders.slice(0, MOST_ORDERS).map(({ id }) => id),
    }));
  const fulfilments = sendings.map(({ created_at }, index) => ({
    id: index + 1,
    admin_id: actor.admin_id,
    file_name: `${String(index + 1).padStart(32, '0')}.csv`,
    created_at,
  }));
  await insertAll(db, 'fulfilments', fulfilments);
  await skipIds(db, 'fulfilments', fulfilments.length);
  const orders = await ordersOf(
    tx,
    sendings.flatMap(({ ids }) => ids),
  );
  const lineOf = new Map(orders.map(({ id, line }) => [id, line]));
  const sent = sendings.flatMap(({ ids }, index) =>
    ids.map((id) => ({ id, fulfilment_id: index + 1, line: lineOf.get(id) })),
  );
  await sql`
    update gift_purchases p set fulfilment_id = (s ->> 'fulfilment_id')::integer, sent = s -> 'line'
    from jsonb_array_elements(${JSON.stringify(sent)}::jsonb) s where p.id = (s ->> 'id')::integer`.execute(
    db,
  );
}
