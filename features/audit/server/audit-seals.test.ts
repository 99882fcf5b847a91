/** Each entry comes to one seal, whatever happens beside. Specification: Sealed audit. */
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { asSystem } from '../../../server/context.ts';
import { inDepth } from '../../../test/deep.ts';
import { platformOn } from '../../../test/system.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { newestSeal, sealAudit } from './audit-seals.ts';
import { verifyAudit } from './audit-verification.ts';
import { logAuditSeal, sealAuditEntries } from './seal-audit.job.ts';

const database = useDatabase();
const db = () => database().everything;
const platform = () => platformOn(database());
const context = () => asSystem(platform(), 'test');

async function connect(as: 'global' | 'owner' = 'global'): Promise<pg.Client> {
  const client = new pg.Client(database().urls[as]);
  await client.connect();
  return client;
}

let made = 0;
const insertOf = (rows = 1) =>
  `insert into audit_entries (entity, entity_id, action, after)
   select 'class', '${++made}-' || n, 'create', jsonb_build_object('n', n) from generate_series(1, ${rows}) n returning id`;

async function write(client: pg.Client, rows = 1): Promise<number[]> {
  return (await client.query(insertOf(rows))).rows.map(({ id }) => Number(id));
}

const sealOf = async (id: number) =>
  (await db().selectFrom('sealed_audit_entries').select('seal').where('entry_id', '=', id).executeTakeFirst())
    ?.seal;

beforeEach(async () => {
  await sealAudit(context());
});

test('an entry that commits late comes to the seal after those that were made later', async () => {
  const [early, late] = [await connect(), await connect()];
  await early.query('begin');
  const [small = 0] = await write(early);
  const [large = 0] = await write(late);
  expect(small).toBeLessThan(large);
  expect(await sealAudit(context())).toBe(1);
  expect(await sealOf(small)).toBeUndefined();
  await early.query('commit');
  expect(await sealAudit(context())).toBe(1);
  expect(await sealOf(small)).toBe(((await sealOf(large)) ?? 0) + 1);
  expect(await sealAudit(context()), 'nothing is left').toBe(0);
  expect((await verifyAudit(context())).broken).toBeNull();
  await Promise.all([early.end(), late.end()]);
});

test('what is rolled back, whole or to a savepoint, is in none and leaves no gap', async () => {
  const client = await connect();
  await client.query('begin');
  const gone = await write(client, 3);
  await client.query('rollback; begin');
  const [kept = 0] = await write(client);
  await client.query('savepoint s');
  gone.push(...(await write(client, 2)));
  await client.query('rollback to s; commit');
  await sealAudit(context());
  for (const id of gone) expect(await sealOf(id)).toBeUndefined();
  expect(await sealOf(kept)).toBeDefined();
  expect(await verifyAudit(context())).toMatchObject({ broken: null, waiting: 0 });
  await client.end();
});

test('more than a seal holds comes to several, in order', async () => {
  const client = await connect();
  const ids = await write(client, 2_300);
  expect(await sealAudit(context())).toBe(3);
  const rows = await db()
    .selectFrom('sealed_audit_entries')
    .select('entry_id')
    .where('entry_id', 'in', ids)
    .orderBy('seal')
    .orderBy('place')
    .execute();
  expect(rows.map(({ entry_id }) => entry_id)).toEqual(ids);
  expect((await verifyAudit(context())).broken).toBeNull();
  await client.end();
});

test('slow writers, rollbacks and two sealers at once: each entry in one seal, one chain', async () => {
  const clients = await Promise.all([connect(), connect(), connect(), connect()]);
  const step = fc.record({ rows: fc.integer({ min: 1, max: 4 }), pause: fc.nat(8), keep: fc.boolean() });
  const plan = fc.array(fc.array(step, { minLength: 3, maxLength: 8 }), { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(plan, async (plans) => {
      const kept: number[] = [];
      let writing = true;
      const seal = async () => {
        while (writing) {
          await sealAudit(context());
          await wait(1);
        }
      };
      const sealers = [seal(), seal()];
      await Promise.all(
        plans.map(async (steps, n) => {
          const client = clients[n];
          if (!client) return;
          for (const { rows, pause, keep } of steps) {
            await client.query('begin');
            const ids = await write(client, rows);
            await wait(pause);
            ids.push(...(await write(client)));
            await client.query(keep ? 'commit' : 'rollback');
            if (keep) kept.push(...ids);
          }
        }),
      );
      writing = false;
      await Promise.all(sealers);
      await sealAudit(context());
      const { rows } = await sql<{ entries: number; seals: number[] }>`
        select count(*)::integer as entries from sealed_audit_entries
        where entry_id = any (${kept}::bigint[])`.execute(db());
      expect(rows[0]?.entries).toBe(kept.length);
      expect(await verifyAudit(context())).toMatchObject({ broken: null, waiting: 0 });
    }),
    { numRuns: inDepth(5, 200) },
  );
  for (const client of clients) await client.end();
});

describe('a sealer in the middle', () => {
  /** Begins to seal and holds it where it writes; `pid` is its backend. */
  async function held() {
    const client = await connect();
    const ids = await write(client, 3);
    const blocker = new pg.Client(database().urls.owner);
    await blocker.connect();
    await blocker.query('begin; lock table sealed_audit_entries in share row exclusive mode');
    const sealing = sealAudit(context());
    sealing.catch(() => {});
    let pid: number | undefined;
    while (!pid) {
      const { rows } = await blocker.query<{ pid: number }>(
        `select pid from pg_locks where relation = 'sealed_audit_entries'::regclass and not granted`,
      );
      pid = rows[0]?.pid;
      await wait(5);
    }
    const end = () => Promise.all([client.end(), blocker.end()]);
    return { client, ids, blocker, sealing, pid, end };
  }

  test('keeps no save waiting, and another sealer makes nothing beside it', async () => {
    const { client, ids, blocker, sealing, end } = await held();
    const [beside = 0] = await write(client);
    expect(await sealAudit(context())).toBe(0);
    await blocker.query('commit');
    await sealing;
    await sealAudit(context());
    for (const id of [...ids, beside]) expect(await sealOf(id)).toBeDefined();
    expect(await verifyAudit(context())).toMatchObject({ broken: null, waiting: 0 });
    await end();
  });

  test('that is killed leaves nothing of its seal, and the next one makes it', async () => {
    const before = await newestSeal(db());
    const { ids, blocker, sealing, pid, end } = await held();
    await blocker.query('select pg_terminate_backend($1)', [pid]);
    await expect(sealing).rejects.toThrow(/terminat/);
    await blocker.query('commit');
    expect(await newestSeal(db())).toEqual(before);
    await sealAudit(context());
    for (const id of ids) expect(await sealOf(id)).toBe((before?.number ?? 0) + 1);
    expect(await verifyAudit(context())).toMatchObject({ broken: null, waiting: 0 });
    await end();
  });
});

describe('the server’s role', () => {
  test('seals nothing twice, nothing that is not there, and no number twice', async () => {
    const client = await connect();
    const [id = 0] = await write(client);
    await sealAudit(context());
    const seal = await sealOf(id);
    const digests = (entry: number, place: number) =>
      client.query(
        `insert into sealed_audit_entries (entry_id, seal, place, content_digest, digest)
         values ($1, $2, $3, sha256(''), sha256(''))`,
        [entry, seal, place],
      );
    await expect(digests(id, 999)).rejects.toMatchObject({ code: '23505' });
    await expect(digests(2_000_000_000, 999)).rejects.toMatchObject({
      constraint: 'sealed_audit_entries_waited',
    });
    const again = `insert into audit_seals values (${seal}, now(), 1, sha256(''))`;
    await expect(client.query(again)).rejects.toMatchObject({ code: '23505' });
    await client.end();
  });
});

describe('the erasure of an entry', () => {
  const erase = (client: pg.Client, id: number) =>
    client.query(`select erase_audit_entry($1, null, '{"name": "Erased"}') as done`, [id]);

  test('replaces what was there, forgets what it could be guessed by, and is named by the verification', async () => {
    const client = await connect('owner');
    const [id = 0, other = 0] = await write(client, 2);
    await sealAudit(context());
    expect((await erase(client, id)).rows).toEqual([{ done: true }]);
    expect((await erase(client, id)).rows, 'again, after a restore').toEqual([{ done: true }]);
    const entry = db().selectFrom('audit_entries').select(['before', 'after']).where('id', '=', id);
    expect(await entry.executeTakeFirst()).toEqual({ before: null, after: { name: 'Erased' } });
    const salts = db().selectFrom('sealed_audit_entries').select('salt').where('entry_id', 'in', [id, other]);
    expect(await salts.orderBy('entry_id').execute()).toEqual([{ salt: null }, { salt: expect.any(Buffer) }]);
    const told = await verifyAudit(context());
    expect(told).toMatchObject({ broken: null, erased: 1, first_erased: [String(id)] });
    expect((await erase(client, 2_000_000_000)).rows).toEqual([{ done: false }]);
    await client.end();
  });

  test('of what is not sealed yet is sealed as it is then', async () => {
    const client = await connect('owner');
    const before = await verifyAudit(context());
    const [id = 0] = await write(client);
    await client.query('begin');
    await erase(client, id);
    expect(await sealAudit(context()), 'while it is under way').toBe(0);
    await client.query('commit');
    expect(await sealAudit(context())).toBe(1);
    expect(await verifyAudit(context())).toMatchObject({ broken: null, erased: before.erased });
    await client.end();
  });
});

test('the job seals, and the newest seal is told to the log', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const client = await connect();
  await write(client);
  await sealAuditEntries.run(platform(), new AbortController().signal);
  await logAuditSeal.run({ ...platform(), log }, new AbortController().signal);
  const seal = await newestSeal(db());
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { seal: seal?.number, hash: seal?.hash.toString('hex'), sealed_at: seal?.sealed_at },
  ]);
  expect([sealAuditEntries.every, logAuditSeal.every]).toEqual([60, 86_400]);
  await client.end();
});
