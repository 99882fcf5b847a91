import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL_NOUNS } from '../../features/nouns.ts';
import { useTestApp } from '../../test/harness.ts';

const app = useTestApp();

test('each table and column that a noun names is there', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'`.execute(app().platform.database.everything);
  const columns = new Set(rows.map(({ name }) => name));
  const named = ALL_NOUNS.flatMap(([, { table, name, deleted, languages, programs }]) => [
    ...(table ? [`${table}.id`, ...[name, deleted].flatMap((one) => (one ? [`${table}.${one}`] : []))] : []),
    ...(languages
      ? [languages.owner, 'outdated', ...languages.fields].map((one) => `${languages.table}.${one}`)
      : []),
    ...(programs
      ? [programs.owner, 'program_id', ...(programs.order ? [programs.order] : [])].map(
          (one) => `${programs.table}.${one}`,
        )
      : []),
  ]);
  expect(named.filter((one) => !columns.has(one))).toEqual([]);
  expect(named.length).toBeGreaterThan(60);
});
