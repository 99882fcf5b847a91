/** Triggers that compare the two states of a statement's rows: the work grows with the rows, not with their square. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDatabase } from '../../test/use-database.ts';

const database = useDatabase();

/**
 * A function's plan is made for the rows of its first call, mostly one: an inner or a left join of both sets compares
 * each row with each from then on. A full join is done by a hash or in order, whatever the planner expects.
 */
test('the old and the new rows of a statement are joined in full', async () => {
  const { rows } = await sql<{ name: string; joins: string[] }>`
    select p.oid::regprocedure::text as name,
      array(select m[1] from regexp_matches(p.prosrc, '((?:\\w+ )?join (?:\\([^()]*(?:\\([^()]*\\)[^()]*)*from )?(?:old|new)_rows)', 'g') m) as joins
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prosrc ~ 'old_rows' and p.prosrc ~ 'new_rows'`.execute(
    database().everything,
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.some(({ joins }) => joins.length > 0)).toBe(true);
  for (const { name, joins } of rows) for (const join of joins) expect(join, name).toMatch(/^full join/);
});
