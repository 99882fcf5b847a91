/** Old entries leave the database for files, verify there as before, and none is lost or doubled on the way. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asSystem } from '../../../server/context.ts';
import { type Database, openDatabase } from '../../../server/db/client.ts';
import type { FileStore } from '../../../server/files/files.ts';
import { localFiles } from '../../../server/files/files-local.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeAdmin } from '../../../test/factories.ts';
import { makeImport } from '../../../test/rows/imports.ts';
import { platformOn } from '../../../test/system.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { archiveAudit, archivedEntries, archivedUntil } from './audit-archives.ts';
import { sealAudit } from './audit-seals.ts';
import { verifyAudit } from './audit-verification.ts';

const database = useDatabase();
let folder: string;
let files: FileStore;
let admin_id: number;
/** Of several connections, as the command has. */
let owners: Database;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'provost-archives-'));
  files = localFiles(folder);
  const { owner } = database().urls;
  owners = openDatabase({ global: owner, scoped: owner, site: owner }, 8);
  ({ id: admin_id } = await makeAdmin(database().owner, { permissions: ['audit'] }));
});
afterAll(async () => {
  await owners.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});
// A chain of its own for each test.
beforeEach(async () => {
  await sql`truncate audit_entries, audit_seals, sealed_audit_entries, unsealed_audit_entries, erased_audit_entries,
    audit_archives, imports, stray_files cascade`.execute(database().owner);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const context = () => asSystem({ ...platformOn(database()), files }, 'test');
const seal = () => sealAudit(context());
const archive = (days = 365, store = files) =>
  archiveAudit(
    { ...asSystem({ ...platformOn(database()), files: store }, 'test'), db: owners.everything },
    days,
  );

type Planned = { age: number; entity: string; parent: number | null; after: object };

const DAY_MS = 86_400_000;
/** Numbers as they are written, letters beyond ASCII, and what JSON escapes. */
const planned: fc.Arbitrary<Planned> = fc.record({
  age: fc.integer({ min: 1, max: 900 }),
  entity: fc.constantFrom('class', 'charge', 'event', 'site_user', 'email_template'),
  parent: fc.option(fc.nat(5), { nil: null }),
  after: fc.record({
    name: fc.string({ unit: 'grapheme', maxLength: 20 }),
    amount: fc.double({ noNaN: true }),
  }),
});

/** Writes an entry; its parent is one of those written so far. Answers its id. */
async function write(
  { age, entity, parent, after }: Planned,
  before: readonly string[] = [],
): Promise<string> {
  const at = new Date(Date.now() - age * DAY_MS).toISOString();
  const parent_id = parent === null ? null : (before[before.length - 1 - parent] ?? null);
  // Of no text is null a letter.
  const document = JSON.stringify(after).replaceAll(String.raw`\u0000`, '');
  const { rows } = await sql<{ id: string }>`
    insert into audit_entries (at, admin_id, address, entity, entity_id, action, before, after, parent_id)
    values (${at}, ${admin_id}, '10.1.2.3', ${entity}, '7', 'update', '{"price": 12.50}', ${document}::jsonb, ${parent_id})
    returning id::text as id`.execute(database().owner);
  return `${rows[0]?.id}`;
}

const all = (lines: AsyncIterable<string>) => Readable.from(lines).toArray() as Promise<string[]>;

/** All entries by their ids, wherever they are, as the database writes them. */
async function everywhere(): Promise<Map<string, string>> {
  const { rows } = await sql<{ line: string }>`select to_jsonb(e)::text as line from audit_entries e`.execute(
    database().owner,
  );
  const always = { from: '1970-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' };
  const archived = await all(archivedEntries(database().everything, files, always));
  const lines = [...rows.map(({ line }) => line), ...archived];
  const found = new Map(lines.map((line) => [String(JSON.parse(line).id), line]));
  expect(found.size).toBe(lines.length);
  return found;
}

async function inDatabase(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id::text as id from audit_entries order by id`.execute(
    database().owner,
  );
  return rows.map(({ id }) => id);
}

test('of any entries the old ones leave, all are somewhere as they were, once, and the seals hold', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(planned, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 90, max: 800 }),
      async (plan, days) => {
        const ids: string[] = [];
        for (const one of plan) ids.push(await write(one, ids));
        await seal();
        const late = await write({ age: 890, entity: 'class', parent: null, after: {} });
        const before = await everywhere();
        await archive(days);
        expect(await everywhere()).toEqual(before);
        const stayed = new Set(await inDatabase());
        expect(stayed.has(late)).toBe(true);
        const kept = ids.filter((_id, at) => {
          const { age = 0, entity = '' } = plan[at] ?? {};
          return age <= days || ['site_user', 'email_template'].includes(entity);
        });
        expect([...stayed]).toEqual(expect.arrayContaining(kept));
        const verified = await verifyAudit(context());
        expect(verified).toMatchObject({ broken: null, waiting: 1 });
        expect(verified.entries).toBeGreaterThanOrEqual(plan.length);
        await seal();
        await archive(90);
        expect(await everywhere()).toEqual(before);
        expect((await verifyAudit(context())).broken).toBeNull();
        expect(await archive(90)).toEqual({ archives: 0, entries: 0 });
      },
    ),
    { numRuns: inDepth(12, 200) },
  );
});

test('what stands below another leaves before it, and what an import or a younger entry needs stays', async () => {
  const top = await write({ age: 500, entity: 'class', parent: null, after: {} });
  const below = await write({ age: 500, entity: 'class', parent: 0, after: {} }, [top]);
  const held = await write({ age: 500, entity: 'class', parent: null, after: {} });
  const young = await write({ age: 5, entity: 'class', parent: 0, after: {} }, [held]);
  const imported = await write({ age: 500, entity: 'class', parent: null, after: {} });
  await makeImport(database().owner, { kind: 'users', mapping: {}, audit_id: Number(imported) });
  await seal();
  expect(await archive()).toEqual({ archives: 2, entries: 2 });
  expect(await inDatabase()).toEqual([held, young, imported]);
  expect([...(await everywhere()).keys()]).toEqual(expect.arrayContaining([top, below]));
  expect(await archivedUntil(database().everything)).not.toBeNull();
});

test('two at once archive each entry once', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 30; n++)
    ids.push(await write({ age: 430 - n, entity: 'class', parent: null, after: { n } }));
  await seal();
  const before = await everywhere();
  const done = await Promise.all([archive(), archive(), archive()]);
  expect(done.reduce((sum, { entries }) => sum + entries, 0)).toBe(30);
  expect(await everywhere()).toEqual(before);
  expect((await verifyAudit(context())).broken).toBeNull();
});

test.each([
  ['the store fails', 'no room', async () => Promise.reject(new Error('no room'))],
  [
    'the store keeps nothing',
    'was not stored as it was written',
    async (store: FileStore, to: string) => store.put(to, Buffer.from('')),
  ],
  [
    'the store cuts what it was given',
    'was not stored as it was written',
    async (store: FileStore, to: string, bytes: AsyncIterable<Buffer>) => {
      const whole = await buffer(bytes);
      await store.put(to, whole.subarray(0, whole.length - 9));
    },
  ],
  [
    'the connection ends once the file is written',
    'the process ended',
    async (store: FileStore, to: string, bytes: AsyncIterable<Buffer>) => {
      await store.putStream(to, bytes);
      await sql`select pg_terminate_backend(pid) from pg_locks l
        where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())`
        .execute(database().everything)
        .catch(() => sql`select 1`.execute(database().everything));
      throw new Error('the process ended');
    },
  ],
])('where %s, nothing leaves the database, and the next time all of it does', async (_, words, putStream) => {
  for (let n = 0; n < 3; n++) await write({ age: 400, entity: 'class', parent: null, after: { n } });
  await seal();
  const before = await everywhere();
  const broken: FileStore = { ...files, putStream: (to, bytes) => putStream(files, to, bytes) };
  await expect(archive(365, broken)).rejects.toThrow(words);
  expect(await everywhere()).toEqual(before);
  expect(await inDatabase()).toHaveLength(3);
  // A file without its row is swept.
  const stray = await database().owner.selectFrom('stray_files').select('path').execute();
  expect(stray).toEqual([{ path: expect.stringMatching(/^audit\/[\da-f-]{36}\.jsonl$/) }]);
  expect(await archive()).toEqual({ archives: 1, entries: 3 });
  expect(await database().owner.selectFrom('stray_files').select('path').execute()).toEqual(stray);
  expect(await everywhere()).toEqual(before);
  expect((await verifyAudit(context())).broken).toBeNull();
});

test('a file that is gone, lacks an entry or says something else is named', async () => {
  const [first, second] = [
    await write({ age: 400, entity: 'class', parent: null, after: { price: 1.5 } }),
    await write({ age: 400, entity: 'class', parent: null, after: { price: 2 } }),
  ];
  await seal();
  await archive();
  const { file_path } = await database()
    .owner.selectFrom('audit_archives')
    .select('file_path')
    .executeTakeFirstOrThrow();
  const file = path.join(folder, file_path);
  const text = await readFile(file, 'utf8');
  const broken = async (changed: string) => {
    await writeFile(file, changed);
    return (await verifyAudit(context())).broken;
  };
  expect(await broken(text.replace('1.5', '1.50'))).toBe(`Entry ${first} was changed`);
  expect(await broken(text.split('\n').slice(0, 1).join('\n'))).toBe(`Entry ${second} was removed`);
  expect(await broken(text)).toBeNull();
  await rm(file);
  expect((await verifyAudit(context())).broken).toBe(`The file ${file_path} with entry ${first} is missing`);
});

test('while a user is being erased nothing is archived', async () => {
  await write({ age: 400, entity: 'class', parent: null, after: {} });
  await seal();
  const { rows } = await sql<{ id: number }>`
    insert into site_users (email, first_name, last_name) values ('erased@example.org', 'A', 'B') returning id`.execute(
    database().owner,
  );
  const { id } = await database()
    .owner.insertInto('erasures')
    .values({
      user_id: rows[0]?.id ?? 0,
      state: 'running',
      needles: '{}',
      decided_at: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await expect(archive()).rejects.toThrow('A user is being erased');
  await database().owner.deleteFrom('erasures').where('id', '=', id).execute();
  expect(await archive()).toEqual({ archives: 1, entries: 1 });
});

test('archived entries are found by time, entity and number', async () => {
  await write({ age: 500, entity: 'event', parent: null, after: {} });
  await write({ age: 400, entity: 'class', parent: null, after: {} });
  await seal();
  await archive();
  const find = async (filter: { entity?: string; entity_id?: string; days?: number }) => {
    const from = new Date(Date.now() - (filter.days ?? 900) * DAY_MS).toISOString();
    const { entity, entity_id } = filter;
    const asked = {
      from,
      until: new Date().toISOString(),
      ...(entity && { entity }),
      ...(entity_id && { entity_id }),
    };
    const lines = await all(archivedEntries(database().everything, files, asked));
    return lines.map((line) => JSON.parse(line).entity);
  };
  expect(await find({})).toEqual(['event', 'class']);
  expect(await find({ entity: 'event' })).toEqual(['event']);
  expect(await find({ entity_id: '8' })).toEqual([]);
  expect(await find({ days: 450 })).toEqual(['class']);
});
