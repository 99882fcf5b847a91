/** Tokens and coupons of the demo: in every state, and the ledger agrees with them. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDemo } from '../../../test/use-database.ts';
import { knownCoupon } from '../../coupons/contract.ts';

const database = useDemo();

test('sixty tokens, in every state; each that is used has its entry, and no other has one', async () => {
  const { rows } = await sql<Record<string, number>>`
    select count(*) as tokens, count(*) filter (where used = 1) as used, count(*) filter (where status = 0) as off,
      count(*) filter (where status = 0 and used = 1) as off_and_used,
      count(*) filter (where expiry_date is null) as without_end,
      count(*) filter (where expiry_date < current_date - 1 and used = 0) as expired,
      count(*) filter (where expiry_date > current_date + 1 and used = 0 and status = 1) as open
    from lilt_tokens`.execute(database().everything);
  const { tokens, ...states } = rows[0] ?? {};
  expect(tokens).toBe(60);
  for (const [state, count] of Object.entries(states)) expect(count, state).toBeGreaterThan(1);
  const { rows: unlike } = await sql`
    select t.id as token, e.id as entry from lilt_tokens t
    full join (select * from lilt_entries where kind = 'token') e on e.reference = t.id::text and e.amount = t.amount
    where (e.id is not null) <> coalesce(t.used = 1, false)`.execute(database().everything);
  expect(unlike).toEqual([]);
});

test('fourteen coupons, of several programs and of the global site', async () => {
  const coupons = await database().everything.selectFrom('coupons').selectAll().execute();
  expect(coupons).toHaveLength(14);
  expect(new Set(coupons.map(({ program_id }) => program_id)).size).toBeGreaterThan(5);
  expect(coupons.filter(({ program_id }) => program_id === null).length).toBeGreaterThan(1);
  for (const { known, is_percents } of coupons.filter((row) => row.known !== null))
    expect(is_percents).toBe(Number(knownCoupon.parse(known).kind === 'percent'));
});
