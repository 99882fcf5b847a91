/** What the demo was sold for, and what codes took off. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDemo } from '../../../test/use-database.ts';

const database = useDemo();

test('a code that a seller has takes off what it says; any other takes nothing', async () => {
  const { rows } = await sql<{ percents: number; dollars: number; unknown: number; wrong: number }>`
    select count(*) filter (where discount_percent > 0) as percents,
      count(*) filter (where discount_amount > 0 and discount_percent = 0) as dollars,
      count(*) filter (where code = 'no-such-code') as unknown,
      count(*) filter (where (code is null or code = 'no-such-code') and discount_amount > 0
        or discount_percent > 0 and abs(discount_amount - (amount + discount_amount) * discount_percent / 100) > 1) as wrong
    from charges`.execute(database().everything);
  const [found] = rows;
  expect(found?.percents).toBeGreaterThan(500);
  expect(found?.dollars).toBeGreaterThan(100);
  expect(found?.unknown).toBeGreaterThan(50);
  expect(found?.wrong).toBe(0);
});
