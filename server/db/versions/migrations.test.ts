/** Two versions on one database, migrations beside work, and servers that do not migrate. */
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { newDataDir, startServer } from '../../../test/server-process.ts';
import { copyTemplate, TEST_SECRET } from '../../../test/test-database.ts';
import { until } from '../../../test/until.ts';
import { ConfigError } from '../../config.ts';
import { migrate, migrateUpTo } from '../migrate.ts';
import { awaitSchema } from './await-schema.ts';
import { compare, headerOf, type Migration, missing, readMigrations, tooLate } from './migrations.ts';

const written = (name: string, text: string): Migration => ({ name, ...headerOf(text) });
const EXPANSION = written('900-notes', '-- Kind: expand\nalter table programs add column note text');
const CONTRACTION = written('901-no-notes', '-- Kind: contract\nalter table programs drop column note');
const known = await readMigrations();

let owner: string;
const clients: pg.Client[] = [];
beforeEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  owner = (await copyTemplate(inject('testDatabase'))).owner;
});
afterAll(() => Promise.all(clients.map((client) => client.end())));

async function connected(): Promise<pg.Client> {
  const client = new pg.Client(owner);
  clients.push(client);
  await client.connect();
  return client;
}

const namesOf = (migrations: readonly { name: string }[]) => migrations.map(({ name }) => name);

describe('versions', () => {
  test('without a head a migration contracts', () => {
    expect(headerOf('create table a ()')).toMatchObject({ kind: 'contract', isApart: false });
    expect(headerOf('-- Kind: expand, concurrently\ncreate index')).toMatchObject({
      kind: 'expand',
      isApart: true,
    });
  });

  test('contractions at the end may wait, what an expansion stands on may not', () => {
    const list = [CONTRACTION, EXPANSION, CONTRACTION];
    expect(missing(compare(list, []))).toEqual([CONTRACTION, EXPANSION]);
    expect(missing(compare([CONTRACTION], []))).toEqual([]);
  });

  test('a later expansion is run on, a later contraction and a fork are not', () => {
    expect(tooLate(compare([], [EXPANSION]))).toBeNull();
    expect(tooLate(compare([], [CONTRACTION]))).toContain('901-no-notes has contracted');
    expect(tooLate(compare([written('899-mine', '')], [EXPANSION]))).toContain('lacks 899-mine');
  });
});

test('a database expands, both versions start on it, and after the contraction the one of before is refused', async () => {
  const next = [...known, EXPANSION, CONTRACTION];
  const expanded = await migrateUpTo(owner, TEST_SECRET, 'expand', next);
  expect([namesOf(expanded.applied), namesOf(expanded.left)]).toEqual([['900-notes'], ['901-no-notes']]);
  const client = await connected();
  await client.query('select note from programs');

  expect(await migrate(owner, TEST_SECRET)).toEqual(expanded.urls);
  expect(await awaitSchema(owner, TEST_SECRET, silent, 0)).toEqual(expanded.urls);

  const contracted = await migrateUpTo(owner, TEST_SECRET, 'contract', next);
  expect([namesOf(contracted.applied), contracted.left]).toEqual([['901-no-notes'], []]);
  await expect(migrate(owner, TEST_SECRET)).rejects.toThrow(
    /^DATABASE_URL: .*901-no-notes has contracted its schema\); start that version/,
  );
  await expect(awaitSchema(owner, TEST_SECRET, silent, 0)).rejects.toThrow(/901-no-notes has contracted/);
  await client.query('select from programs');
});

test('a migration that waits for a long transaction lets others in, and is made once that has ended', async () => {
  const [holder, reader] = [await connected(), await connected()];
  await holder.query('begin; select from programs');
  const migrated = migrateUpTo(owner, TEST_SECRET, 'expand', [...known, EXPANSION]);
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%add column note%'`;
  await until(async () => expect((await reader.query(waits)).rowCount).toBe(1));
  // Comes to its turn although the holder goes on and the migration is not made.
  await reader.query('select from programs');
  await holder.query('commit');
  expect(namesOf((await migrated).applied)).toEqual(['900-notes']);
  await reader.query('select note from programs');
});

test('an index is made beside writes, and begun again where an attempt before was cut off', async () => {
  const client = await connected();
  await client.query(`create table cars (plate text); insert into cars values ('twice'), ('twice')`);
  const text =
    '-- Kind: expand, concurrently\ncreate unique index concurrently if not exists cars_by_plate on cars (plate)';
  const index = written('900-index', text);
  const attempt = () => migrateUpTo(owner, TEST_SECRET, 'expand', [...known, index]);
  await expect(attempt()).rejects.toThrow(/could not create unique index|duplicate/);
  const isValid = async () =>
    (
      await client.query(`select indisvalid from pg_index where indexrelid = 'cars_by_plate'::regclass`)
    ).rows.map((row) => row.indisvalid);
  expect(await isValid()).toEqual([false]);
  await client.query('delete from cars where ctid = (select min(ctid) from cars)');
  expect(namesOf((await attempt()).applied)).toEqual(['900-index']);
  expect(await isValid()).toEqual([true]);
});

test('a new database gets an index of its own transaction', async () => {
  const { server, template } = inject('testDatabase');
  const name = `${template.slice(0, 40)}_n${process.pid}`;
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query(`create database ${name} template template0`);
  await admin.end();
  owner = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const text =
    '-- Kind: expand, concurrently\ncreate index concurrently if not exists by_contact on programs (support_email)';
  await migrateUpTo(owner, TEST_SECRET, 'expand', [...known, written('900-index', text)]);
  const { rows } = await (await connected()).query(
    `select indisvalid from pg_index where indexrelid = 'by_contact'::regclass`,
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

test('a run that breaks off has told what it applied, and the next goes on with the rest', async () => {
  const broken = written('901-broken', '-- Kind: expand\nselect 1 / 0');
  await expect(migrateUpTo(owner, TEST_SECRET, 'expand', [...known, EXPANSION, broken])).rejects.toThrow(
    /division/,
  );
  const client = await connected();
  const { rows } = await client.query(`select name, kind from schema_versions where name >= '9'`);
  expect(rows).toEqual([{ name: '900-notes', kind: 'expand' }]);
  const mended = written('901-broken', '-- Kind: expand\nselect 1');
  const { applied } = await migrateUpTo(owner, TEST_SECRET, 'expand', [...known, EXPANSION, mended]);
  expect(namesOf(applied)).toEqual(['901-broken']);
});

test('a database that knows no kinds yet names what to run, and is migrated by it', async () => {
  const client = await connected();
  await client.query(`drop table schema_versions; delete from kysely_migration where name >= '240';
    delete from personal_columns where of_table = 'schema_versions'`);
  const since = [CONTRACTION, EXPANSION].map((one, at) => ({
    ...one,
    name: `23${8 + at}-x`,
    text: 'select 1',
  }));
  // Those behind the one that makes the kinds cannot be applied twice.
  const next = [...known.filter(({ name }) => name < '241'), ...since].toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const { applied, left } = await migrateUpTo(owner, TEST_SECRET, 'expand', next);
  expect([applied, left[0]?.name]).toEqual([[], '238-x']);
  const { left: none } = await migrateUpTo(owner, TEST_SECRET, 'contract', next);
  expect(none).toEqual([]);
  const { rows } = await client.query('select count(*)::int as count from schema_versions');
  expect(rows).toEqual([{ count: next.length }]);
});

describe('a server that does not migrate', () => {
  test('waits for whoever does, and needs no address of the owner', async () => {
    const { server, template } = inject('testDatabase');
    const name = `${template.slice(0, 40)}_w${process.pid}`;
    const admin = new pg.Client(server);
    await admin.connect();
    await admin.query(`create database ${name} template template0`);
    await admin.end();
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
    const bare = Object.assign(new URL(url), { username: '', password: '' }).href;
    const said: unknown[] = [];
    const log = { warn: (fields: unknown) => void said.push(fields) };
    await expect(awaitSchema(bare, TEST_SECRET, log, 0)).rejects.toThrow(
      /^DATABASE_URL: it has no roles of this SECRET_KEY yet; run `npm run migrate`/,
    );
    const waiting = awaitSchema(bare, TEST_SECRET, log, 600_000);
    await until(() => expect(said.length).toBe(1));
    const { urls } = await migrateUpTo(url, TEST_SECRET, 'expand');
    expect(new URL((await waiting).global).username).toBe(new URL(urls.global).username);
    await expect(awaitSchema(bare, Buffer.alloc(32, 1), log, 0)).rejects.toThrow(ConfigError);
  });

  test('serves as its own roles alone', async () => {
    // A copy has no roles of its own yet.
    await migrateUpTo(owner, TEST_SECRET, 'expand');
    const bare = Object.assign(new URL(owner), { username: '', password: '' }).href;
    const settings = { DATABASE_URL: bare, MIGRATE: '0', DATA_DIR: await newDataDir() };
    const server = await startServer(settings);
    try {
      await until(async () => expect((await fetch(`${server.address}/readyz`)).status).toBe(200));
      const client = await connected();
      const { rows } = await client.query(
        `select distinct usename from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      for (const { usename } of rows) expect(usename).toMatch(/_provost_(?:global|scoped|site)$/);
      expect(server.output()).not.toContain('error');
    } finally {
      server.child.kill();
      await once(server.child, 'exit');
    }
  });
});

const silent = { warn: () => {} };
