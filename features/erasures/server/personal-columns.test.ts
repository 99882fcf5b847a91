/** Every column that could say something of a person is declared, with what becomes of it. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../../../test/harness.ts';

const app = useTestApp();
let owner: pg.Client;

beforeAll(async () => {
  owner = new pg.Client(app().ownerUrl);
  await owner.connect();
});
afterAll(() => owner?.end());

/** Numbers, flags, days and moments say nothing of a person that the pseudonym does not; all else could. */
const SAYS_NOTHING =
  /^(?:smallint|integer|bigint|numeric|real|double precision|boolean|date|timestamp|time|interval|uuid|xid8)/;

/** Columns of text, documents and bytes that are stored, and not made of others. */
async function columns(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; type: string }>(`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely\\_%'
      and a.attgenerated = '' order by 1`);
  return rows.filter(({ type }) => !SAYS_NOTHING.test(type)).map(({ name }) => name);
}

type Declared = { table: string; column: string; rule: string; reason: string | null };

const declared = async () =>
  (
    await owner.query<Declared>(
      'select of_table as table, of_column as column, rule, reason from personal_columns',
    )
  ).rows;

async function undeclared(): Promise<string[]> {
  const known = new Set((await declared()).map(({ table, column }) => `${table}.${column}`));
  return (await columns()).filter((name) => !known.has(name) && !known.has(name.replace(/\..*/, '.*')));
}

test('every column of text, documents or bytes says what becomes of it, or why it says nothing', async () => {
  expect((await columns()).length).toBeGreaterThan(300);
  expect(await undeclared()).toEqual([]);
});

test('a new one is found, in a table of today or of tomorrow', async () => {
  await owner.query('begin');
  try {
    await owner.query(`alter table charges add column gift_note text;
      create table letters (user_id integer references site_users (id), said jsonb, drawn bytea, at date)`);
    expect(await undeclared()).toEqual(['charges.gift_note', 'letters.drawn', 'letters.said']);
  } finally {
    await owner.query('rollback');
  }
});

test('nothing is declared that is not there', async () => {
  const { rows } = await owner.query(`
    select p.of_table || '.' || p.of_column as name from personal_columns p
    where not exists (select from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relname = p.of_table and p.of_column in ('*', a.attname))`);
  expect(rows).toEqual([]);
});

test('a pseudonym fits into every column with a longest length', async () => {
  const { rows } = await owner.query<{
    name: string;
    most: number | null;
    becomes: string | null;
    def: string;
  }>(`
    select p.of_table || '.' || p.of_column as name, p.most, p.becomes, pg_get_constraintdef(c.oid) as def
    from personal_columns p join pg_constraint c on c.conrelid = ('public.' || p.of_table)::regclass and c.contype = 'c'
    where p.rule in ('named', 'theirs') and pg_get_constraintdef(c.oid) ~ ('length\\(.*\\m' || p.of_column || '\\M.* <= ')`);
  const limits = rows.map(({ name, most, becomes, def }) => ({
    name,
    limit: Number(/<= (\d+)/.exec(def)?.[1]),
    most: most ?? (becomes === null ? null : becomesAtMost(becomes)),
  }));
  expect(limits.length).toBeGreaterThan(3);
  expect(limits.filter(({ limit, most }) => most === null || most > limit)).toEqual([]);
});

/** Characters that an expression answers at most: what it cuts to, a hash, or a text of its own. */
function becomesAtMost(becomes: string): number | null {
  const cut = /left\(.*, (\d+)\)/s.exec(becomes)?.[1];
  if (cut) return Number(cut);
  if (becomes.includes('erase_reference')) return 'erased-'.length + 40;
  return becomes.startsWith("'") ? becomes.length - 2 : null;
}

test('what stays has a reason', async () => {
  const stay = (await declared()).filter(({ rule }) => rule === 'nothing' || rule === 'served');
  expect(stay.filter(({ reason }) => (reason ?? '').length < 9)).toEqual([]);
});

test.each([
  'select erase_from(1, $$site_users$$)',
  'select erase_from_audit(1)',
  'select replace_payout_file(1, 1, sha256($$x$$))',
])('without an erasure under way nobody erases: %s', async (statement) => {
  for (const url of [app().urls.global, app().urls.scoped]) {
    const client = new pg.Client(url);
    await client.connect();
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
    await client.end();
  }
});
