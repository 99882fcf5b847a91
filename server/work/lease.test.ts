/** Rows of due work, as a process takes, keeps and lets go of them. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { makeAdmin } from '../../test/factories.ts';
import { platformOn } from '../../test/system.ts';
import { useDatabase } from '../../test/use-database.ts';
import type { Exports } from '../db/types.ts';
import { leaseOf, NEW_RUNNER, takeLease } from './lease.ts';

type Row = Selectable<Exports>;
const EXPORT = {
  table: 'exports',
  key: ['file_name'],
  seconds: 5,
  beat_ms: 20,
  fence: ['runner'],
  mark: NEW_RUNNER,
} as const;
const LEASE = leaseOf<'exports', Row>(EXPORT);

const database = useDatabase();
const platform = () => platformOn(database());
const db = () => database().everything;

const NEXT = sql`select file_name from exports where due_at <= provost_now() limit 1 for update skip locked`;
const RUNNING = { set: sql`, state = 'running'` };
const leased = () => takeLease<Row>(platform(), EXPORT, NEXT, RUNNING);
const take = async () => (await leased()) ?? expect.unreachable('nothing was due');
const stored = () => db().selectFrom('exports').selectAll().executeTakeFirstOrThrow();
const lapse = () => sql`update exports set due_at = provost_now() - interval '1 second'`.execute(db());

beforeEach(async () => {
  await db().deleteFrom('exports').execute();
  const { id: admin_id } = await makeAdmin(db(), { permissions: ['superadmin'] });
  const file_name = `${crypto.randomUUID().replaceAll('-', '')}.csv`;
  await db()
    .insertInto('exports')
    .values({ file_name, admin_id, program_id: 0, kind: 'x', filters: '{}' })
    .execute();
});

test('one takes a row; nobody else has it before its lease is over, and then as another run', async () => {
  const first = await take();
  expect(first).toMatchObject({ attempts: 1, runner: expect.any(String) });
  expect(await leased()).toBeUndefined();
  await lapse();
  const second = await take();
  expect(second.attempts).toBe(2);
  expect(second.runner).not.toBe(first.runner);
});

test('of several at once one has the row', async () => {
  const taken = await Promise.all([1, 2, 3, 4].map(() => leased()));
  expect(taken.filter((row) => row !== undefined)).toHaveLength(1);
});

test('whose lease was taken over writes nothing any more, and hears so', async () => {
  const first = await take();
  await lapse();
  const second = await take();
  expect(await LEASE.write(platform(), first, { count: 7 })).toBe(false);
  expect(await LEASE.done(platform(), first, { state: 'stopped' })).toBe(false);
  expect(await stored()).toMatchObject({ count: 0, runner: second.runner });
  expect(await LEASE.write(platform(), second, { count: 7 })).toBe(true);
  expect(await stored()).toMatchObject({ count: 7 });
});

test('put off is due later and counts as begun; given up is due at once and does not', async () => {
  await LEASE.putOff(platform(), await take(), { state: 'waiting', count: 3 }, 60);
  expect(await stored()).toMatchObject({ runner: null, attempts: 1, count: 3 });
  expect(await leased()).toBeUndefined();
  await lapse();
  await LEASE.giveUp(platform(), await take(), { state: 'waiting' });
  expect(await stored()).toMatchObject({ runner: null, attempts: 1 });
  expect(await take()).toMatchObject({ attempts: 2 });
});

test('beats while it works, and no more behind it; what a beat answers ends the work and is told', async () => {
  const ending = new AbortController();
  let [beats, told] = [0, undefined as unknown];
  const work = async () => {
    while (!ending.signal.aborted) await wait(5);
    throw new Error('what the end of the work looks like');
  };
  const beat = async () => (++beats < 3 ? undefined : 'unwanted');
  await LEASE.keep(ending, beat, work, async (why) => void (told = why));
  expect(told).toBe('unwanted');
  const known = beats;
  await wait(100);
  expect(beats).toBe(known);
});

test('work that breaks tells why, and where even that cannot be written nothing is thrown', async () => {
  const why = new Error('broken');
  const told: unknown[] = [];
  const breaking = async () => {
    throw why;
  };
  const broken = async (error: unknown) => {
    told.push(error);
    throw new Error('no database');
  };
  await LEASE.keep(new AbortController(), async () => undefined, breaking, broken);
  expect(told).toEqual([why]);
});
