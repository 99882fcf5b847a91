/** Reads from a replica that streams from a primary of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fanOut } from '../../../features/programs/webhooks/server/fan-out.ts';
import { type ReplicaCluster, startReplicaCluster } from '../../../test/clusters/replica-cluster.ts';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../test/factories.ts';
import { type Answer, type Call, openTestApp, type TestApp } from '../../../test/harness.ts';
import { settledChanges } from '../../../test/rows/site-changes.ts';
import { makeListening } from '../../../test/rows/webhooks.ts';
import { MAIN, newDataDir, settingsOf } from '../../../test/server-process.ts';
import { TEST_KEYS, TEST_SECRET } from '../../../test/test-database.ts';
import { until } from '../../../test/until.ts';
import { readConfig } from '../../config.ts';
import { examine } from '../../doctor/doctor.ts';
import { signAccessToken } from '../../http/session.ts';
import { openMetrics } from '../../metrics/metrics.ts';
import { isOverReplica, readCaughtUp } from './reads.ts';

let cluster: ReplicaCluster;
/** A process that waits long for the replica, and one that leaves it soon. */
let patient: Awaited<ReturnType<typeof openTestApp>>;
let hasty: Awaited<ReturnType<typeof openTestApp>>;
let app: TestApp;

beforeAll(async () => {
  cluster = await startReplicaCluster();
  patient = await openTestApp({ replicaLagSeconds: 600 }, { cluster });
  hasty = await openTestApp({ replicaLagSeconds: 1 }, { cluster });
  ({ app } = patient);
});
afterAll(async () => {
  await Promise.all([patient?.end(), hasty?.end()]);
  await cluster?.end();
});

const everything = () => app.platform.database.everything;

/** Runs `work` while the replica replays nothing, from a moment on at which both servers hold the same. */
async function whilePaused(work: () => Promise<void>): Promise<void> {
  await cluster.caughtUp();
  await until(() => app.platform.replica?.holds(null) === true);
  await cluster.run('replica', 'select pg_wal_replay_pause()');
  try {
    await work();
  } finally {
    await cluster.run('replica', 'select pg_wal_replay_resume()');
  }
}

async function insertCoupon(program_id: number | null = null): Promise<number> {
  const values = { coupon_name: 'A coupon', coupon_stripe_id: crypto.randomUUID(), program_id };
  const row = everything().insertInto('coupons').values(values).returning('id');
  return (await row.executeTakeFirstOrThrow()).id;
}

const created = (call: Call, program_id: number) => {
  const coupon_stripe_id = crypto.randomUUID();
  return call('POST', 'coupon', { data: { coupon_name: 'A coupon', coupon_stripe_id, program_id } });
};

const idsIn = ({ body }: Answer): number[] => body.coupons.map(({ id }: { id: number }) => id);
const listed = async (call: Call) => idsIn(await call('GET', 'coupons'));

test('lists are read from the replica, single records from the primary', async () => {
  const call = await app.as({ permissions: ['superadmin'] });
  await whilePaused(async () => {
    const id = await insertCoupon();
    expect(await listed(call)).not.toContain(id);
    expect(await call('GET', `coupon/${id}`)).toMatchObject({ status: 200, body: { coupon: { id } } });
  });
});

test('whoever has written reads it at once, in whichever process, and others from the replica', async () => {
  const program = await makeProgram(everything());
  const [writer, other] = [
    await app.as({ permissions: ['superadmin'] }),
    await app.as({ permissions: ['superadmin'] }),
  ];
  await whilePaused(async () => {
    const { id: session } = await everything()
      .selectFrom('sessions')
      .select('id')
      .where('admin_id', '=', writer.admin_id)
      .executeTakeFirstOrThrow();
    const authorization = `Bearer ${signAccessToken(TEST_KEYS.tokenKey, session)}`;
    const elsewhere: Call = (method, path, body) => hasty.app.call(method, path, body, { authorization });
    const { body, status } = await created(elsewhere, program.id);
    expect(status).toBe(200);
    const { id } = body.coupon;
    expect(await listed(writer)).toContain(id);
    expect(await listed(other)).not.toContain(id);
    await cluster.run('replica', 'select pg_wal_replay_resume()');
    await until(async () => (await listed(other)).includes(id));
  });
});

test('a replica that is further behind than the setting is left', async () => {
  const call = await hasty.app.as({ permissions: ['superadmin'] });
  await whilePaused(async () => {
    const id = await insertCoupon();
    await until(async () => (await listed(call)).includes(id));
    expect(hasty.app.platform.replica?.lagSeconds()).toBeGreaterThan(1);
  });
});

test('both walls hold on the replica, and nothing is written there', async () => {
  const [own, foreign] = [await makeProgram(everything()), await makeProgram(everything())];
  const [seen, hidden] = [await insertCoupon(own.id), await insertCoupon(foreign.id)];
  const call = await app.as({ permissions: ['store'], program_id: own.id });
  await whilePaused(async () => {
    expect(await listed(call)).toEqual([seen]);
    const { database } = app.platform.replica ?? app.platform;
    const rows = (db: typeof database.everything) =>
      db.selectFrom('coupons').select('id').where('id', 'in', [seen, hidden]).execute();
    expect(await rows(database.everything)).toHaveLength(2);
    expect(await rows(database.forProgram(own.id))).toEqual([{ id: seen }]);
    expect(await rows(database.nobody)).toEqual([]);
    const write = database.everything.updateTable('coupons').set({ coupon_name: 'Other' }).execute();
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });
});

test('what a site shows to everybody is read from the replica, unless its key has just written', async () => {
  const program = await makeProgram(everything());
  const user = await makeSiteUser(everything(), { program_id: program.id });
  const [reader, writer] = [
    await makeSiteKey(everything(), program.id),
    await makeSiteKey(everything(), program.id),
  ];
  const named = async ({ site_key }: { site_key: string }, headers = {}) =>
    app.call('GET', '/api/site/program', undefined, { authorization: `Bearer ${site_key}`, ...headers });
  await whilePaused(async () => {
    const before = await named(reader, { 'if-none-match': '"none"' });
    await everything()
      .updateTable('programs')
      .set({ program_display_name: 'Another name' })
      .where('id', '=', program.id)
      .execute();
    const authorization = `Bearer ${writer.site_key}`;
    expect(
      await app.call('POST', '/api/site/seen', { user_ids: [user.id] }, { authorization }),
    ).toMatchObject({
      status: 200,
    });
    expect(JSON.stringify((await named(writer)).body)).toContain('Another name');
    expect(JSON.stringify((await named(reader)).body)).not.toContain('Another name');
    await cluster.run('replica', 'select pg_wal_replay_resume()');
    await cluster.caughtUp();
    // The tag of before was given for what the replica showed then.
    const etag = String(before.headers.etag);
    expect(await named(reader, { 'if-none-match': etag })).toMatchObject({ status: 200 });
  });
});

test('a site that is told of a change reads it, however old the replica is', async () => {
  const program = await makeProgram(everything());
  const { id } = program;
  const { site_key } = await makeSiteKey(everything(), id);
  const authorization = `Bearer ${site_key}`;
  const shown = async () =>
    JSON.stringify((await app.call('GET', '/api/site/program', undefined, { authorization })).body);
  await settledChanges(everything());
  await makeListening(everything(), app.platform, { program_id: id, url: 'http://127.0.0.1:9/' });
  await shown();
  await whilePaused(async () => {
    const change = { program_display_name: 'Told by a message' };
    await everything().updateTable('programs').set(change).where('id', '=', id).execute();
    expect(await shown()).not.toContain(change.program_display_name);
    await settledChanges(everything());
    await fanOut(app.platform, new AbortController().signal);
    expect(await shown()).toContain(change.program_display_name);
  });
});

test('work outside of requests reads a replica that has caught up, and the primary where it does not', async () => {
  const { platform } = app;
  await cluster.caughtUp();
  await until(() => platform.replica?.holds(null) === true);
  const where = () => readCaughtUp(platform, async (through) => isOverReplica(through));
  expect(await where()).toBe(true);
  await whilePaused(async () => {
    await insertCoupon();
    expect(await where()).toBe(false);
  });
  const failing = readCaughtUp(platform, async ({ database }) => {
    await sql`create table written_there ()`.execute(database.everything).catch((error: unknown) => {
      if ((error as { code?: string }).code === '25006') throw error;
    });
    return 'by the primary';
  });
  expect(await failing).toBe('by the primary');
});

test('the doctor and the metrics know of it', async () => {
  const settings = (url: string) =>
    readConfig({
      DATABASE_URL: cluster.primary.url,
      DATABASE_REPLICA_URL: url,
      SECRET_KEY: TEST_SECRET.toString(),
    });
  const found = async (url: string) =>
    (await examine({ config: settings(url), jobs: [] })).filter(({ part }) => part === 'replica');
  await cluster.caughtUp();
  expect(await found(cluster.replica.url)).toMatchObject([{ state: 'ok' }]);
  expect(await found(cluster.primary.url)).toMatchObject([
    { state: 'fault', text: expect.stringContaining('is no replica') },
  ]);
  await cluster.run('replica', 'alter system set hot_standby_feedback = off');
  await cluster.run('replica', 'select pg_reload_conf()');
  await until(async () => (await found(cluster.replica.url)).some(({ state }) => state === 'warning'));
  const { registry } = openMetrics(app.platform, [], () => false);
  const text = await registry.metrics();
  expect(text).toMatch(/^provost_replica_lag_seconds 0$/m);
  expect(text).toMatch(/^provost_replica_used 1$/m);
  expect(text).toContain('pool="replica_scoped"');
});

test.each(['0', '1'])(
  'a server on the address of a replica says so and ends (MIGRATE=%s)',
  async (MIGRATE) => {
    const env = settingsOf({ DATABASE_URL: cluster.replica.url, DATA_DIR: await newDataDir(), MIGRATE });
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
    const { port } = new URL(cluster.replica.url);
    expect(said.trim().split('\n')).toEqual([
      `DATABASE_URL: PostgreSQL at 127.0.0.1:${port} is a replica, where nothing can be written; ` +
        'set the address of the primary, and this one as DATABASE_REPLICA_URL',
    ]);
  },
);

test('without the replica all is read from the primary', async () => {
  const call = await app.as({ permissions: ['superadmin'] });
  await cluster.caughtUp();
  await until(() => app.platform.replica?.holds(null) === true);
  await cluster.replica.stop();
  const id = await insertCoupon();
  expect(await listed(call)).toContain(id);
  await cluster.replica.start();
  await until(() => app.platform.replica?.holds(null) === true);
});

test('while the primary is away pages are read from the replica, and writes are refused in words', async () => {
  const program = await makeProgram(everything());
  const { site_key } = await makeSiteKey(everything(), program.id);
  const id = await insertCoupon(program.id);
  const call = await app.as({ permissions: ['superadmin'] });
  const bound = await app.as({ permissions: ['store'], program_id: program.id });
  const { body: opened } = await app.call('POST', 'auth', {
    email: (await emailOf(call.admin_id)) ?? '',
    password: 'a password',
  });
  const authorization = `Bearer ${site_key}`;
  await cluster.caughtUp();
  await cluster.primary.stop();
  const fromReplica = { status: 200, headers: { 'x-provost-reads': 'replica' } };
  // From the first call on, and also once it is known.
  for (const known of [false, true]) {
    if (known) await until(() => app.platform.replica?.standsIn() === true);
    expect(await call('GET', `coupon/${id}`)).toMatchObject(fromReplica);
    expect(await listed(bound)).toEqual([id]);
    expect(await app.call('GET', '/readyz')).toMatchObject({ status: 200, body: { reads: 'replica' } });
    for (const path of ['program', 'changes'])
      expect((await app.call('GET', `/api/site/${path}`, undefined, { authorization })).status).toBe(200);
  }
  const refused = await created(call, program.id);
  expect(refused).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining("Changes can't be saved") },
  });
  expect(refused.headers['retry-after']).toBeDefined();
  // A read that writes as well: the export of a list.
  expect(await call('GET', 'coupons/csv')).toMatchObject({ status: 503 });
  expect((await app.call('POST', '/api/site/seen', { user_ids: [1] }, { authorization })).status).toBe(503);
  const { refresh_token } = opened;
  const renewed = await app.call('POST', 'auth/refresh', { refresh_token });
  expect(renewed).toMatchObject({ status: 200, body: { refresh_token } });
  expect((await app.call('POST', 'auth/refresh', { refresh_token: 'unknown' })).status).toBe(503);
  await cluster.primary.start();
  await until(async () => (await created(call, program.id)).status === 200);
  const { headers, status } = await call('GET', 'coupons');
  expect({ status, reads: headers['x-provost-reads'] }).toEqual({ status: 200, reads: undefined });
});

async function emailOf(id: number): Promise<string | undefined> {
  const row = await everything().selectFrom('admins').select('email').where('id', '=', id).executeTakeFirst();
  return row?.email;
}
