/** What the demo's members attended, and what was paid of it. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDemo } from '../../../../test/use-database.ts';
import { ADA } from '../../../users/server/demo.ts';

const database = useDemo();
const rowsOf = async <Row extends object>(query: ReturnType<typeof sql<Row>>) =>
  (await query.execute(database().everything)).rows;

test('4,000 members have come for three years: every month to a hundred instructors, and to the site', async () => {
  const [came] = await rowsOf(
    sql<{ members: number }>`select count(distinct user_id) as members from attendances`,
  );
  expect(came?.members).toBeGreaterThanOrEqual(3990);
  const months = await rowsOf(sql<{ instructors: number; sites: number; often: number }>`
    select count(distinct instructor_id)::integer as instructors, count(*) filter (where instructor_id is null) as sites,
      max(times) as often
    from (select *, date_trunc('month', attended_at, 'UTC') as month,
      count(*) over (partition by user_id, date_trunc('month', attended_at, 'UTC')) as times from attendances) a
    where month < date_trunc('month', now(), 'UTC') group by month`);
  expect(months.length).toBeGreaterThanOrEqual(35);
  for (const { instructors, sites, often } of months) {
    expect(instructors).toBeGreaterThan(100);
    expect(sites).toBeGreaterThan(3);
    expect(often).toBeGreaterThan(3);
  }
  expect(await rowsOf(sql<object>`select id from classes where instructor_id is null`)).toEqual([]);
});

test('its pools are what was attended, to the cent, and its payouts what their parts are', async () => {
  const pools = await rowsOf(sql<{
    split: number;
    parted: number;
    lens: number;
    counted: number;
    attended: number;
  }>`
    select p.split_amount as split, sum(m.amount)::bigint as parted, sum(m.lens)::bigint as lens,
      sum(m.live + m.recordings)::bigint as counted,
      (select count(*) from attendances a where (a.attended_at at time zone 'UTC')::date between p.from_day and p.to_day) as attended
    from membership_pools p join membership_parts m on m.pool_id = p.id group by p.id order by p.from_day`);
  expect(pools).toHaveLength(6);
  for (const { split, parted, lens, counted, attended } of pools)
    expect([parted, lens, counted]).toEqual([split, split, attended]);
  const [found] = await rowsOf(sql<{
    wrong: number;
    adas: number;
    returned: number;
    states: number;
    open: number;
  }>`
    select count(*) filter (where p.amount <> m.amount + coalesce(b.amount, 0) or p.created_at <= o.to_day + 1) as wrong,
      count(*) filter (where p.user_id = ${ADA}) as adas, count(*) filter (where p.state = 'returned') as returned,
      count(distinct p.state) as states,
      (select count(*) from membership_parts x where x.payout_id is null) as open
    from membership_parts m join membership_pools o on o.id = m.pool_id join payouts p on p.id = m.payout_id
    left join lateral (select sum(a.amount) as amount from payout_adjustments a where a.payout_id = p.id) b on true`);
  expect(found).toMatchObject({ wrong: 0, adas: 0 });
  expect(found?.returned).toBeGreaterThan(0);
  expect(found?.open).toBeGreaterThan(100);
  const paid = await rowsOf(sql<{ part: number }>`
    select count(payout_id) / count(*)::float as part from membership_parts group by pool_id order by pool_id`);
  const [last = 1, ...others] = paid.map(({ part }) => part).toReversed();
  expect(last).toBeLessThan(Math.min(...others) / 2);
});
