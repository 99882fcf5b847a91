import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Checked, checkSql } from './check-sql.ts';

const SAMPLE = `
import { type Kysely, type RawBuilder, sql } from 'kysely';

const FROM = sql\`from programs p\`;
const NAMES = ['id', 'program_tag'] as const;

export const sound = (db: Kysely<never>, id: number) =>
  sql<{ id: number; program_tag: string }>\`select \${sql.join(NAMES.map((name) => sql.ref(\`p.\${name}\`)))} \${FROM} where p.id = \${id}\`.execute(db);
export const misspelt = (db: Kysely<never>) => sql\`select p.program_tagg \${FROM}\`.execute(db);
export const absent = (db: Kysely<never>) => sql<{ id: number; name: string }>\`select p.id \${FROM}\`.execute(db);
export const unasked = (db: Kysely<never>) => sql<{ id: number }>\`select p.id, p.status \${FROM}\`.execute(db);
export const kinds = (db: Kysely<never>) => sql<{ id: string; ids: string[]; days: string }>\`
  select p.id, array_agg(p.id::bigint) as ids, current_date as days \${FROM} group by p.id\`.execute(db);
export const empty = (db: Kysely<never>) => sql<{ email_key: string }>\`select u.email_key from site_users u\`.execute(db);

function listed<Row extends object>(db: Kysely<never>, columns: RawBuilder<unknown>) {
  return sql<Row>\`select \${columns} \${FROM}\`.execute(db);
}
export const called = (db: Kysely<never>) => listed<{ idd: number }>(db, sql\`p.id\`);
export const either = (db: Kysely<never>, all: boolean) =>
  sql\`select 1 \${FROM} where \${all ? sql\`true\` : sql\`p.idd = 1\`}\`.execute(db);
export const unknown = (db: Kysely<never>, read: () => RawBuilder<unknown>) => sql\`select \${read()}\`.execute(db);
`;

let folder = '';
let checked: Checked;

beforeAll(async () => {
  const cache = path.resolve(import.meta.dirname, '../.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(path.join(cache, 'check-sql-'));
  await writeFile(path.join(folder, 'sample.ts'), SAMPLE);
  const config = { extends: '../../tsconfig.base.json', include: ['*.ts'] };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { server, template } = inject('testDatabase');
  const url = Object.assign(new URL(server), { pathname: `/${template}` });
  checked = await checkSql({ folder, config: 'tsconfig.json', files: ['sample.ts'] }, async () => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    return client;
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const lineOf = (name: string) => SAMPLE.split('\n').findIndex((line) => line.includes(`const ${name} =`)) + 1;
const faultsOf = (name: string, further = 0) =>
  checked.faults
    .filter((fault) => fault.startsWith(`sample.ts:${lineOf(name) + further}: `))
    .map((fault) => fault.replace(/^\S+ /, ''));

test('a statement that is made of fragments and names is read whole, and nothing is said of a sound one', () => {
  expect(faultsOf('sound')).toEqual([]);
  expect(faultsOf('sound', 1)).toEqual([]);
  expect(checked.statements).toHaveLength(9);
});

test('a column that the schema does not have is said, with the text around it', () => {
  expect(faultsOf('misspelt')).toEqual([
    expect.stringMatching(/^column p\.program_tagg does not exist, near .*select p\.program_tagg/),
  ]);
});

test('columns are compared with the row: what is missing, what is unasked for, what is read otherwise, what may be null', () => {
  expect(faultsOf('absent')).toEqual(['does not answer name']);
  expect(faultsOf('unasked')).toEqual(['answers status, which its row does not have']);
  expect(faultsOf('kinds')).toEqual([
    'id is int4, which is read as number and not as string',
    'ids is _int8, which is read as number[] and not as string[]',
    'days is date, which is read as Date and not as string',
  ]);
  expect(faultsOf('empty')).toEqual(['email_key may be null, which its row does not say']);
});

test('a row that the caller says is compared where it is said', () => {
  expect(faultsOf('called')).toEqual(['does not answer idd', 'answers id, which its row does not have']);
});

test('both ways of a condition are tried', () => {
  expect(faultsOf('either', 1)).toEqual([expect.stringMatching(/^column p\.idd does not exist/)]);
});

test('a fragment that nobody can know is said, and the statement counts as unread', () => {
  expect(checked.unread).toEqual([`sample.ts:${lineOf('unknown')}: read()`]);
});
