/** Orders of the demo: of every type and in every state, and none that could not have come about. */
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { SYSTEM } from '../../../server/context.ts';
import { system } from '../../../test/system.ts';
import { useDemo } from '../../../test/use-database.ts';
import { MOST_ORDERS } from '../rules.ts';
import { ORDERS } from './demo.ts';
import { fulfillablePurchases, pageOfPurchases } from './gift-purchases.ts';

const database = useDemo();
const one = async (query: RawBuilder<unknown>) =>
  Object.values((await query.execute(database().everything)).rows[0] as object);
const ALL = {
  product_name: '',
  user_name: '',
  product_type: '',
  event_type: '',
  state: '',
  program_id: 0,
  fulfillable: '',
  fulfilled: '',
} as const;

test('twenty thousand, of every type, in every state, with and without what sending needs', async () => {
  const context = system(database().everything, SYSTEM);
  const count = async (filter: object) =>
    (await pageOfPurchases(context, { ...ALL, page: 1, ...filter })).count;
  expect(await count({})).toBe(ORDERS);
  for (const product_type of ['physical', 'nft', 'class', 'money', 'discount'] as const)
    expect(await count({ product_type }), product_type).toBeGreaterThan(100);
  expect(await count({ state: 'win' })).toBeGreaterThan(5);
  expect(await count({ event_type: 'prize', state: 'non-win' })).toBeGreaterThan(500);
  expect((await fulfillablePurchases(context, ALL)).ids).toHaveLength(MOST_ORDERS);
  expect(await count({ fulfillable: '1', product_type: 'money' })).toBeGreaterThan(20);
  const many = await one(sql`
    select count(p.fulfilment_id), count(distinct p.fulfilment_id) as times,
      count(*) filter (where p.price > 0) as paid, count(*) filter (where g.type = 'money' and p.fulfilment_id is not null) as paid_out,
      count(*) filter (where g.type = 'physical' and u.lilt_delivery = '') as nowhere,
      count(*) filter (where g.type = 'physical' and u.lilt_delivery <> '' and u.lilt_delivery is not json) as broken,
      count(*) filter (where g.type = 'money' and not payment_is_complete(u.id) and p.fulfilment_id is null) as unpayable,
      count(*) filter (where p.event_id is not null and p.type = 'regular') as at_events
    from gift_purchases p join gift_products g on g.id = p.product_id join site_users u on u.id = p.user_id`);
  for (const [index, least] of [2000, 50, 1000, 50, 1000, 20, 100, 1].entries())
    expect(many[index], `number ${index}`).toBeGreaterThanOrEqual(least);
});

test('what was paid stands in the ledger, and every purchase there is one here', async () => {
  expect(
    await one(sql`select
      (select count(*) from gift_purchases p join lilt_entries e on e.id = p.entry_id
        where e.kind <> 'purchase' or e.amount <> -p.price or e.user_id <> p.user_id or e.reference <> p.id::text),
      (select count(*) from lilt_entries e where e.kind = 'purchase'
        and not exists (select from gift_purchases p where p.entry_id = e.id)) as unbought,
      (select count(*) from site_users where lilt_balance < 0) as below`),
  ).toEqual([0, 0, 0]);
});

test('prizes are of draws that were confirmed, one to each holder of a ticket, one of them won', async () => {
  expect(
    await one(sql`
      with prizes as (select e.id, e.product_id, array_agg(p.user_id order by p.user_id) as users,
          count(*) filter (where p.state = 'win') as won, bool_and(p.product_id = e.product_id) as same,
          min(p.user_id) filter (where p.state = 'win') as winner
        from gift_purchases p join events e on e.id = p.event_id where p.type = 'prize' group by e.id),
      drawn as (select e.id, array_agg(distinct t.user_id order by t.user_id) as users,
          (select w.user_id from draw_attempts a join tickets w on w.id = a.ticket_id
            where a.event_id = e.id and a.confirmed_at is not null) as winner
        from events e join tickets t on t.event_id = e.id
        where e.drawn_at is not null and e.product_id is not null group by e.id)
      select count(*) filter (where p.id is null or d.id is null) as strange,
        count(*) filter (where p.users <> d.users or p.won <> 1 or not p.same or p.winner <> d.winner) as wrong,
        count(*) > 5 as many
      from prizes p full join drawn d on d.id = p.id`),
  ).toEqual([0, 0, true]);
});

test('what was sent had somewhere to go, and nobody has what the program of its user does not show', async () => {
  expect(
    await one(sql`select
      count(*) filter (where p.fulfilment_id is not null and g.type = 'physical' and jsonb_array_length(p.sent -> 'address') < 3),
      count(*) filter (where p.fulfilment_id is not null and g.type = 'money' and p.sent ->> 'method' is null) as unpaid,
      count(*) filter (where f.created_at < p.created_at or f.created_at > provost_now()) as out_of_time,
      count(*) filter (where p.created_at > provost_now()) as to_come,
      count(*) filter (where p.type = 'regular' and not exists (select from gift_product_programs s
        where s.product_id = p.product_id and s.program_id = u.program_id)) as unshown
      from gift_purchases p join gift_products g on g.id = p.product_id join site_users u on u.id = p.user_id
      left join fulfilments f on f.id = p.fulfilment_id`),
  ).toEqual([0, 0, 0, 0, 0]);
});
