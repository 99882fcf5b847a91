import { sql } from 'kysely';
import type { TransactionContext } from '../../../server/context.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { skipIds } from '../../../server/db/demo/insert.ts';
import { daysBefore } from '../../../server/db/demo/random.ts';
import { confirmWinner, proposeWinner } from '../../events/draws/server/draws.ts';
import { demoProductNamed } from '../../gift-products/server/demo-plans.ts';
import { MAIN_PROGRAM } from '../../programs/server/demo.ts';
import { ADAS_PURCHASE } from '../../users/coins/server/demo.ts';
import { ADA, INSTRUCTORS } from '../../users/server/demo.ts';
import { confirmDelivery } from './confirm-delivery.ts';
import { demoFulfilments } from './demo-fulfilments.ts';
import { recordPurchase } from './record-purchase.ts';

export const demo: readonly DemoStep[] = [{ order: 210, make: ({ tx, today }) => demoPurchases(tx, today) }];

export const ORDERS = 20_000;

const MONEY_DRAWS = 4;
const TICKETS = 150;
const AT_EVENTS = 12;
const PAID_EACH = 4;
const STUDENTS = 6000;

async function demoPurchases(tx: TransactionContext, today: Date): Promise<void> {
  await adasPurchase(tx, today);
  await drawGiveaways(tx, today);
  await buyAtEvents(tx);
  await buyForCoins(tx, today);
  await takeForNothing(tx, today);
  await demoFulfilments(tx, today);
}

async function adasPurchase({ db }: TransactionContext, today: Date): Promise<void> {
  const { id, price, days } = ADAS_PURCHASE;
  const entry = await db
    .selectFrom('lilt_entries')
    .select('id')
    .where('user_id', '=', ADA)
    .where('reference', '=', String(id))
    .where('kind', '=', 'purchase')
    .executeTakeFirstOrThrow();
  const product_id = demoProductNamed('Stoneware mug');
  const created_at = daysBefore(today, days);
  await db
    .insertInto('gift_purchases')
    .values({ id, product_id, user_id: ADA, type: 'regular', price, entry_id: entry.id, created_at })
    .execute();
  await skipIds(db, 'gift_purchases', id);
}

/** Draws ended giveaways with a prize, some of them money. Half of the winners have an address. */
async function drawGiveaways(tx: TransactionContext, today: Date): Promise<void> {
  const { db } = tx;
  const events = await db
    .selectFrom('events')
    .select(['id', 'program_id'])
    .where('type', '=', 'giveaway')
    .where('active', '=', 1)
    .where('tickets', '=', 0)
    .where('product_id', 'is not', null)
    .where('program_id', 'is not', null)
    .where('end_at', '<', daysBefore(today, 1))
    .orderBy('id')
    .execute();
  const ids = events.map(({ id }) => id);
  const ofMain = events.filter(({ program_id }) => program_id === MAIN_PROGRAM).map(({ id }) => id);
  await db
    .updateTable('events')
    .set({
      product_id: demoProductNamed('Fifty dollars'),
      name: sql<string>`regexp_replace(name, '^[^,]*', 'Fifty dollars')`,
    })
    .where('id', 'in', ofMain.slice(0, MONEY_DRAWS))
    .execute();
  await sql`
    insert into tickets (event_id, program_id, user_id, code, created_at)
    select e.id, e.program_id, u.ids[1 + (n * 37 + e.id * 11) % cardinality(u.ids)],
      upper(substr(md5(concat(e.id, '/', n)), 1, 12)), e.start_at + (e.end_at - e.start_at) * (n / ${TICKETS + 1}::float8)
    from events e cross join generate_series(1, ${TICKETS}::integer) n
    cross join lateral (select array_agg(u.id order by u.id) as ids from site_users u
      where u.program_id = e.program_id and u.del_status = 0) u
    where e.id = any (${ids}::integer[])`.execute(db);
  for (const id of ids) {
    const { id: user_id, token } = await proposeWinner(tx, { id, reason: '' }, null);
    await confirmWinner(tx, { id, user_id, token });
    if (id % 2 === 0) await confirmDelivery(tx, { user_id, delivery: HOME });
  }
}

const HOME = {
  name: 'The winner',
  street: '7 Prize Lane',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  country: 'USA',
  country_id: 'us',
} as const;

/** Buys as the site does: a ticket, the coins, the order. */
async function buyAtEvents(tx: TransactionContext): Promise<void> {
  const { rows } = await sql<{ event_id: number; user_id: number }>`
    select e.id as event_id, u.id as user_id from events e
    join gift_products g on g.id = e.product_id and g.active = 1
    cross join lateral (select u.id from site_users u join gift_product_programs s on s.program_id = u.program_id
      where s.product_id = g.id and u.program_id = e.program_id and u.del_status = 0 and u.lilt_balance > 2 * e.price
      order by u.id limit 4) u
    where e.type = 'regular' and e.active = 1 and e.start_at <= provost_now() and e.end_at > provost_now()
    order by e.id, u.id limit ${AT_EVENTS}`.execute(tx.db);
  for (const wish of rows) await recordPurchase(tx, wish);
}

async function buyForCoins({ db }: TransactionContext, today: Date): Promise<void> {
  await sql`
    with rich as (
      select u.id, u.program_id, (u.lilt_balance / ${2 * PAID_EACH} / 50) * 50 as price, max(e.created_at) as since
      from site_users u join lilt_entries e on e.user_id = u.id and e.amount > 0
      where u.id > ${INSTRUCTORS} and u.del_status = 0 and u.lilt_balance >= 1000 group by u.id
    ), wished as (
      select r.id as user_id, r.price, s.ids[1 + (r.id * 13 + n * 5) % cardinality(s.ids)] as product_id,
        least(r.since + greatest(${today} - r.since, interval '0') * (n / ${PAID_EACH + 1}::float8), provost_now()) as moment
      from rich r join ${SHOWN} s on s.program_id = r.program_id cross join generate_series(1, ${PAID_EACH}::integer) n
    ), orders as materialized (
      select nextval('gift_purchases_id_seq')::integer as id, w.* from (select * from wished order by moment, user_id) w
    ), paid as (
      insert into lilt_entries (user_id, amount, kind, reference, created_at)
      select user_id, -price, 'purchase', id::text, moment from orders order by id
      returning id, reference
    )
    insert into gift_purchases (id, product_id, user_id, type, price, entry_id, created_at)
    select o.id, o.product_id, o.user_id, 'regular', o.price, p.id, o.moment
    from orders o join paid p on p.reference = o.id::text`.execute(db);
}

/** The rest of them: a third of people who have left an address, some of instructors, who are paid. */
async function takeForNothing({ db }: TransactionContext, today: Date): Promise<void> {
  await sql`
    insert into gift_purchases (product_id, user_id, type, created_at)
    select case when n % 25 = 1 and s.money <> '{}' then s.money[1 + n % cardinality(s.money)]
        else s.ids[1 + (n * 31 + n / 7) % cardinality(s.ids)] end,
      u.id, 'regular', ${today}::timestamptz - interval '1 minute' * (50 * (${ORDERS} - n))
    from generate_series(1, 2 * ${ORDERS}::integer) n
    cross join (select array_agg(id order by id) as ids from site_users where delivery_complete) ready
    join site_users u on u.id = case when n % 3 = 0 then ready.ids[1 + (n::bigint * 7919) % cardinality(ready.ids)]
      when n % 25 = 1 then 1 + n % ${INSTRUCTORS} else ${INSTRUCTORS} + 1 + (n::bigint * 7919) % ${STUDENTS} end
    join ${SHOWN} s on s.program_id = u.program_id
    order by n limit ${ORDERS} - (select count(*) from gift_purchases)`.execute(db);
}

/** The products each program shows, and those that are money. */
const SHOWN = sql`(select s.program_id, array_agg(g.id order by g.id) as ids,
    coalesce(array_agg(g.id order by g.id) filter (where g.type = 'money'), '{}') as money
  from gift_product_programs s join gift_products g on g.id = s.product_id group by s.program_id)`;
