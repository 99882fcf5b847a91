/** The life of an export: asked, polled, left alone, cancelled, broken off, fetched. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { asSystem, type Call as CallContext } from '../../../server/context.ts';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Answer, type Call, openTestApp, useTestApp } from '../../../test/harness.ts';
import { startS3 } from '../../../test/peers/s3-server.ts';
import { until } from '../../../test/until.ts';
import { pollExport } from './exports.ts';
import { exportOf, text } from './kinds.ts';
import { makeExports } from './run-exports.job.ts';
import { endExports, runExports } from './runs.ts';
import { sweepExports } from './sweep.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
const access = { area: 'users' } as const;

/** So many rows, each after so many seconds. */
const SLOW = exportOf<{ rows: number; seconds: number }>({
  name: 'test-slow',
  saved_as: 'slow',
  access,
  columns: [['Number', text(sql`repeat('x', 1000) || n::text`)]],
  rows: (_, { rows, seconds }) => ({
    from: sql`generate_series(1, ${rows}) n`,
    where: sql`n > 0 and ${seconds === 0 ? sql`true` : sql`pg_sleep(${seconds}) is not null`}`,
    order: sql`n`,
  }),
});

/** Slow in its rows and not in their count. */
const ENDLESS = exportOf({
  name: 'test-endless',
  saved_as: 'endless',
  access,
  columns: [['Number', sql`n::text || repeat('x', 9000) || coalesce(pg_sleep(0.01)::text, '')`]],
  rows: () => ({ from: sql`generate_series(1, 100000) n`, where: sql`true`, order: sql`1 + 0` }),
});

const PEOPLE = exportOf({
  name: 'test-people',
  saved_as: 'people',
  access,
  columns: [['Name', text(sql`u.last_name`)]],
  // Without the first wall: only the second is left.
  rows: () => ({ from: sql`site_users u`, where: sql`u.email like 'wall-%'`, order: sql`u.id` }),
});

const FAULTY = exportOf({
  name: 'test-faulty',
  saved_as: 'faulty',
  access,
  columns: [['One', sql`1 / (n - 5)`]],
  rows: () => ({ from: sql`generate_series(1, 10) n`, where: sql`true`, order: sql`n` }),
});

type Asker = Call & { admin_id: number };

/** What a handler would be called with, in the name of an admin. */
function contextOf(asker: Asker, program_id = 0): CallContext {
  const actor = {
    admin_id: asker.admin_id,
    email: '',
    program_id,
    role: 'admin',
    permissions: ['users'],
  } as const;
  const answer = () => {};
  const headers = {
    authorization: undefined,
    idempotency_key: undefined,
    user_agent: '',
    refresh_cookie: null,
    device_cookie: null,
    sign_on_cookie: null,
  };
  const context = asSystem(app().platform, 'test', actor);
  return { ...context, session_id: crypto.randomUUID(), headers, sent: [], answer };
}

const asker = (program_id = 0) => app().as({ permissions: ['users'], program_id });
const row = (file_name: string) =>
  db().selectFrom('exports').selectAll().where('file_name', '=', file_name).executeTakeFirst();
const files = async () => {
  const folder = path.join(app().platform.config.dataDir, 'storage', 'reports');
  return new Set(await readdir(folder).catch(() => []));
};
const drafts = async () => readdir(path.join(app().platform.config.dataDir, 'storage', '.drafts'));
const fetched = (call: Call, file_name: string): Promise<Answer> =>
  call('GET', `/storage/reports/${file_name}`);
const forget = (file_name: string, seconds = 16) =>
  db()
    .updateTable('exports')
    .set({ polled_at: sql`provost_now() - make_interval(secs => ${seconds})` })
    .where('file_name', '=', file_name)
    .execute();

async function finished(context: CallContext, kind: typeof SLOW | typeof PEOPLE, file_name: string) {
  return until(async () => {
    const known = await pollExport(context, kind as typeof PEOPLE, { file_name });
    if (known.result) throw new Error('not yet');
    return known;
  });
}

const untilState = (file_name: string, state: string) =>
  until(async () => expect((await row(file_name))?.state).toBe(state));
const untilRefused = (ask: () => Promise<unknown>) =>
  until(() =>
    ask().then(
      () => Promise.reject(new Error('not refused yet')),
      (refusal: unknown) => refusal,
    ),
  );
const backends = async () =>
  (
    await sql<{
      pid: number;
    }>`select pid from pg_stat_activity where query like 'copy (%' and state = 'active'
      and datname = current_database()`.execute(db())
  ).rows;

test('a first call starts, each further one counts, and the owner fetches the file', async () => {
  const call = await asker();
  const context = contextOf(call);
  const first = await pollExport(context, SLOW, { file_name: '', page: 1, rows: 40, seconds: 0.02 });
  expect(first).toMatchObject({ result: true, file_name: expect.stringMatching(/^[\da-f]{32}\.csv$/) });
  expect((await fetched(call, first.file_name)).status).toBe(404);
  const done = await finished(context, SLOW, first.file_name);
  expect(done).toEqual({ result: false, file_name: first.file_name, count: 40, total: 40 });
  const file = await fetched(call, first.file_name);
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="slow-\d{4}-\d\d-\d\d\.csv"$/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const lines = String(file.body).split('\r\n');
  expect(lines[0]).toBe('\ufeffNumber');
  expect(lines).toHaveLength(42);
  expect(lines[40]).toBe(`${'x'.repeat(1000)}40`);
  const { bytes } = (await row(first.file_name)) ?? {};
  expect(Number(file.headers['content-length'])).toBe(bytes);
  expect(await drafts()).toEqual([]);
});

test('is nobody else’s, whatever the name looks like', async () => {
  const call = await asker();
  const context = contextOf(call);
  const { file_name } = await pollExport(context, SLOW, { file_name: '', rows: 1, seconds: 0 });
  await finished(context, SLOW, file_name);
  for (const other of [await asker(), await app().as({ permissions: ['superadmin'] }), app().call]) {
    expect((await fetched(other, file_name)).status).toBe(404);
  }
  const stranger = contextOf(await asker());
  const again = { file_name, rows: 1, seconds: 0 };
  await expect(pollExport(stranger, SLOW, again)).rejects.toMatchObject({ status: 404 });
  const moved = contextOf(call, (await makeProgram(db())).id);
  await expect(pollExport(moved, SLOW, again)).rejects.toMatchObject({ status: 404 });
  await expect(pollExport(context, PEOPLE, { file_name }), 'of another kind').rejects.toMatchObject({
    status: 404,
  });
  const bare = file_name.replace('.csv', '');
  for (const hostile of [
    `${bare}-1.csv`,
    `x/../../images/${file_name}`,
    `..%2freports%2f${file_name}`,
    `${file_name}%00`,
    `${file_name}/`,
    file_name.toUpperCase(),
    '',
    '.',
    '%',
    "' or 1=1 --",
    'x'.repeat(500),
  ]) {
    const { status } = await fetched(call, hostile);
    expect([400, 404], hostile).toContain(status);
  }
  expect((await fetched(call, file_name)).status).toBe(200);
});

test('is out of reach once its owner has other rights, another program or no session', async () => {
  const call = await asker();
  const { file_name } = await pollExport(contextOf(call), SLOW, { file_name: '', rows: 1, seconds: 0 });
  await finished(contextOf(call), SLOW, file_name);
  const change = (values: object) =>
    db().updateTable('admins').set(values).where('id', '=', call.admin_id).execute();
  await change({ permissions: ['events'] });
  expect((await fetched(call, file_name)).status).toBe(404);
  await change({ permissions: ['users'], program_id: (await makeProgram(db())).id });
  expect((await fetched(call, file_name)).status).toBe(404);
  await change({ program_id: 0 });
  expect((await fetched(call, file_name)).status).toBe(200);
});

test('a browser fetches it by the cookie of that path, for as long as the session lasts', async () => {
  const call = await app().as({ permissions: ['catalogue'] });
  const first = await call('GET', 'reports/class-detail-csv?page=1&file_name=');
  const cookie = String(first.headers['set-cookie']);
  expect(cookie).toMatch(
    /^provost_reports=[\w.-]+; Path=\/storage\/reports\/; HttpOnly; SameSite=Strict; Max-Age=86400$/,
  );
  const { file_name } = first.body;
  await untilState(file_name, 'done');
  const by = async (sent: string) =>
    (await app().http.inject({ url: `/storage/reports/${file_name}`, headers: { cookie: sent } })).statusCode;
  const pair = cookie.split(';')[0] ?? '';
  expect(await by(`other=1; ${pair}`)).toBe(200);
  expect(await by(pair.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toBe(404);
  const another = await (await app().as({ permissions: ['catalogue'] }))('GET', 'reports/class-detail-csv');
  expect(await by(String(another.headers['set-cookie']).split(';')[0] ?? '')).toBe(404);
  const session = /=([\da-f-]{36})\./.exec(pair)?.[1] ?? '';
  const asBearer = { authorization: `Bearer ${pair.slice('provost_reports='.length)}` };
  expect((await app().call('GET', 'auth/me', undefined, asBearer)).status).toBe(401);
  await db()
    .updateTable('sessions')
    .set({ ended_at: sql`provost_now()` })
    .where('id', '=', session)
    .execute();
  expect(await by(pair)).toBe(404);
});

describe('what nobody waits for', () => {
  test('stops after 15 seconds without a poll, and its file goes', async () => {
    const context = contextOf(await asker());
    const { file_name } = await pollExport(context, ENDLESS, { file_name: '' });
    await until(async () =>
      expect((await pollExport(context, ENDLESS, { file_name })).count).toBeGreaterThan(0),
    );
    await forget(file_name, 14);
    await wait(700);
    expect((await row(file_name))?.state).toBe('running');
    await forget(file_name);
    await untilState(file_name, 'stopped');
    await until(async () => expect(await backends()).toEqual([]));
    expect(await drafts()).toEqual([]);
    await expect(pollExport(context, ENDLESS, { file_name })).rejects.toMatchObject({ status: 404 });
  });

  test('is cancelled at once, while it runs and when it is whole; no file is left', async () => {
    const call = await asker();
    const context = contextOf(call);
    const before = await files();
    const whole = await pollExport(context, SLOW, { file_name: '', rows: 1, seconds: 0 });
    await finished(context, SLOW, whole.file_name);
    expect((await files()).size).toBe(before.size + 1);
    const running = await pollExport(context, ENDLESS, { file_name: '' });
    const cancel = (by: Call, file_name: string) => by('POST', 'export/cancel', { file_name });
    for (const { file_name } of [whole, running]) {
      expect((await cancel(await asker(), file_name)).status).toBe(200);
      expect((await row(file_name))?.state, 'by somebody else').not.toBe('stopped');
      expect((await cancel(call, file_name)).status).toBe(200);
    }
    expect((await fetched(call, whole.file_name)).status).toBe(404);
    await until(async () => expect(await backends()).toEqual([]));
    await until(async () => expect([await files(), await drafts()]).toEqual([before, []]));
    for (const hostile of ['', '../x', 'no such']) expect((await cancel(call, hostile)).status).toBe(200);
  });

  test('a file that is whole stays a day, whoever polls, and then goes with its row', async () => {
    const call = await asker();
    const context = contextOf(call);
    const { file_name } = await pollExport(context, SLOW, { file_name: '', rows: 3, seconds: 0 });
    await finished(context, SLOW, file_name);
    const before = await files();
    const age = (interval: string) =>
      db()
        .updateTable('exports')
        .set({
          due_at: sql`due_at - ${interval}::interval`,
          polled_at: sql`polled_at - ${interval}::interval`,
        })
        .where('file_name', '=', file_name)
        .execute();
    await age('23 hours 59 minutes');
    await makeExports.run(app().platform, new AbortController().signal);
    expect((await fetched(call, file_name)).status).toBe(200);
    await age('2 minutes');
    expect((await fetched(call, file_name)).status).toBe(404);
    await sweepExports(app().platform);
    expect([await row(file_name), (await files()).size]).toEqual([undefined, before.size - 1]);
  });
});

describe('what breaks off', () => {
  test('begins anew where the connection to the database is lost', async () => {
    const context = contextOf(await asker());
    const { file_name } = await pollExport(context, ENDLESS, { file_name: '' });
    await until(async () =>
      expect((await pollExport(context, ENDLESS, { file_name })).count).toBeGreaterThan(2),
    );
    const lost = await owner(`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'copy (%' and datname = current_database()`);
    expect(lost).toBeGreaterThan(0);
    await untilState(file_name, 'waiting');
    expect(await drafts()).toEqual([]);
    await until(async () => {
      expect((await pollExport(context, ENDLESS, { file_name })).count).toBeGreaterThan(0);
      expect(await row(file_name)).toMatchObject({ state: 'running', attempts: 2 });
    });
    await forget(file_name);
    await untilState(file_name, 'stopped');
  });

  test('by a restart is still wanted, though nobody could ask for it meanwhile', async () => {
    const context = contextOf(await asker());
    const { file_name } = await pollExport(context, ENDLESS, { file_name: '' });
    const left = { runner: null, state: 'waiting', due_at: sql<string>`provost_now()` };
    await db().updateTable('exports').set(left).where('file_name', '=', file_name).execute();
    await forget(file_name, 60);
    const begun = { ...app().platform };
    await sweepExports(begun);
    expect((await pollExport(context, ENDLESS, { file_name })).result).toBe(true);
    await forget(file_name);
    await untilState(file_name, 'stopped');
  });

  test('is taken over from a process that died, three times at most, and then says so', async () => {
    const call = await asker();
    const context = contextOf(call);
    const dead = {
      runner: sql<string>`gen_random_uuid()`,
      state: 'running',
      due_at: sql<string>`provost_now()`,
    };
    const made = {
      admin_id: call.admin_id,
      program_id: 0,
      filters: '{"rows":5,"seconds":0}',
      kind: 'test-slow',
    };
    const names = ['a', 'b'].map((letter) => `${letter.repeat(32)}.csv`);
    const [second = '', fourth = ''] = names;
    await db()
      .insertInto('exports')
      .values([
        { ...made, ...dead, file_name: second, attempts: 1 },
        { ...made, ...dead, file_name: fourth, attempts: 3 },
      ])
      .execute();
    await makeExports.run(app().platform, new AbortController().signal);
    expect(await finished(context, SLOW, second)).toMatchObject({ count: 5 });
    await expect(pollExport(context, SLOW, { file_name: fourth } as never)).rejects.toMatchObject({
      status: 409,
      message: 'The export failed. Start it again.',
    });
  });

  test('by a fault of ours is said to whoever asks next, and leaves nothing', async () => {
    const error = vi.spyOn(app().platform.log, 'error').mockImplementation(() => {});
    const before = await files();
    const context = contextOf(await asker());
    const first = pollExport(context, FAULTY, { file_name: '' });
    const told = await first.then(
      // Where it has not failed yet, whoever asks next is told.
      ({ file_name }) => untilRefused(() => pollExport(context, FAULTY, { file_name } as never)),
      (refusal: unknown) => refusal,
    );
    expect(told).toMatchObject({ status: 409 });
    expect(error).toHaveBeenCalledOnce();
    expect([await files(), await drafts()]).toEqual([before, []]);
    error.mockRestore();
  });
});

test('fifty at once by as many people are all made, over few connections', async () => {
  const askers = await Promise.all(Array.from({ length: 50 }, () => asker()));
  let most = 0;
  const watch = setInterval(
    () =>
      void backends().then(
        ({ length }) => (most = Math.max(most, length)),
        () => {},
      ),
    50,
  );
  await Promise.all(
    askers.map(async (call, n) => {
      const context = contextOf(call);
      const asked = { file_name: '', rows: 20 + n, seconds: 0.005 };
      const { file_name } = await pollExport(context, SLOW, asked);
      expect(await finished(context, SLOW, file_name)).toMatchObject({ count: 20 + n });
      expect(String((await fetched(call, file_name)).body).split('\r\n')).toHaveLength(22 + n);
    }),
  );
  clearInterval(watch);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(3);
});

test('one person has two made at a time, and five under way', async () => {
  const context = contextOf(await asker());
  const names: string[] = [];
  for (let n = 0; n < 5; n++) names.push((await pollExport(context, ENDLESS, { file_name: '' })).file_name);
  await expect(pollExport(context, ENDLESS, { file_name: '' })).rejects.toMatchObject({ status: 429 });
  const running = async () => {
    const states = await Promise.all(names.map(async (name) => (await row(name))?.state));
    return states.filter((state) => state === 'running').length;
  };
  await until(async () => expect(await running()).toBe(2));
  const other = contextOf(await asker());
  const { file_name } = await pollExport(other, SLOW, { file_name: '', rows: 1, seconds: 0 });
  await finished(other, SLOW, file_name);
  for (const name of names) await forget(name);
  await until(async () => {
    await sweepExports(app().platform);
    for (const name of names) expect((await row(name))?.state).toBe('stopped');
  });
});

test('a bound admin’s file holds what row-level security shows it, even where a condition were missing', async () => {
  const [own, foreign] = [(await makeProgram(db())).id, (await makeProgram(db())).id];
  await makeSiteUser(db(), { program_id: own, last_name: 'Own', email: 'wall-1@example.org' });
  await makeSiteUser(db(), { program_id: foreign, last_name: 'Foreign', email: 'wall-2@example.org' });
  const bound = await asker(own);
  const context = contextOf(bound, own);
  const { file_name } = await pollExport(context, PEOPLE, { file_name: '' });
  expect(await finished(context, PEOPLE, file_name)).toMatchObject({ count: 1, total: 1 });
  expect((await fetched(bound, file_name)).body).toBe('\ufeffName\r\nOwn\r\n');
});

test('a process that ends lets go of what it was making, and the next one makes it', async () => {
  const { app: ending, end } = await openTestApp();
  const call = await ending.as({ permissions: ['users'] });
  const context = { ...contextOf(call), platform: ending.platform };
  const { file_name } = await pollExport(context, ENDLESS, { file_name: '' });
  await endExports(ending.platform);
  const left = ending.platform.database.everything
    .selectFrom('exports')
    .select(['state', 'attempts'])
    .where('file_name', '=', file_name);
  expect(await left.execute()).toEqual([{ state: 'waiting', attempts: 0 }]);
  await runExports(ending.platform);
  expect(await left.execute(), 'the ended one takes nothing any more').toEqual([
    { state: 'waiting', attempts: 0 },
  ]);
  await end();
});

test('to a bucket it goes in parts, and comes back whole', async () => {
  const s3 = await startS3('reports');
  const { app: other, end } = await openTestApp({ storageUrl: s3.url });
  try {
    const call = await other.as({ permissions: ['users'] });
    const context = { ...contextOf(call), platform: other.platform };
    for (const rows of [3, 20_000]) {
      const { file_name } = await pollExport(context, SLOW, { file_name: '', rows, seconds: 0 });
      expect(await finished(context, SLOW, file_name)).toMatchObject({ count: rows });
      const { body } = await call('GET', `/storage/reports/${file_name}`);
      const lines = String(body).split('\r\n');
      expect([lines.length, lines.at(-2)]).toEqual([rows + 2, 'x'.repeat(1000) + rows]);
      await call('POST', 'export/cancel', { file_name });
      expect((await call('GET', `/storage/reports/${file_name}`)).status).toBe(404);
    }
  } finally {
    await end();
    await s3.stop();
  }
});

/** As the owner of the database, who may end the sessions of the others. */
async function owner(statement: string): Promise<number> {
  const client = new pg.Client(app().ownerUrl);
  await client.connect();
  const { rowCount } = await client.query(statement);
  await client.end();
  return rowCount ?? 0;
}
