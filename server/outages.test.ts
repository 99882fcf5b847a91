/** A real process under writes whose database dies and comes back: it loses nothing and doubles nothing. */
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { inDepth } from '../test/deep.ts';
import {
  endServer,
  endServers,
  FIRST_ADMIN,
  newDataDir,
  type ServerProcess,
  signInAt,
  startServer,
} from '../test/server-process.ts';
import { copyTemplate } from '../test/test-database.ts';
import { until } from '../test/until.ts';

afterAll(endServers);

/** Of three one is a SIGQUIT, and one meets a query that looks up for nobody. */
const RESTARTS = inDepth(2, 50);
const WRITERS = 8;

/** Milliseconds in which the server must be ready again. */
const READY_WITHIN = 10_000;

/** Slower machines, and ones that do other things besides, may take so many times as long. */
const SLOWNESS_FACTOR = 3;

type Load = {
  acknowledged: Set<string>;
  wanted: Set<string>;
  statuses: Set<number | string>;
  stop(): Promise<void>;
};

/** Each makes gift categories and repeats a call with its key until it is acknowledged, as a client does. */
function writeTo(server: ServerProcess, token: string): Load {
  const load = {
    acknowledged: new Set<string>(),
    wanted: new Set<string>(),
    statuses: new Set<number | string>(),
  };
  let ending = false;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; isRunning(server) && !ending; n++) {
      const name = `category ${writer}-${n}`;
      load.wanted.add(name);
      const key = crypto.randomUUID();
      while (isRunning(server) && !load.acknowledged.has(name)) {
        const status = await create(server.address, token, name, key);
        load.statuses.add(status);
        if (status === 200) load.acknowledged.add(name);
        else await wait(50);
      }
    }
  });
  return {
    ...load,
    async stop() {
      ending = true;
      await Promise.all(writers);
    },
  };
}

function isRunning({ child }: ServerProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function create(address: string, token: string, name: string, key: string): Promise<number | string> {
  try {
    const response = await fetch(`${address}/api/wladmin/lilt-category`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
      },
      body: JSON.stringify({ data: { name, active: 1 } }),
    });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    return String((error as { cause?: unknown }).cause ?? error);
  }
}

/** Milliseconds until the server says that it is ready. */
async function untilReady({ address }: ServerProcess): Promise<number> {
  const begun = performance.now();
  await until(() => isReady(address));
  return performance.now() - begun;
}

async function isReady(address: string): Promise<boolean> {
  const { ok } = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(READY_WITHIN) });
  return ok;
}

async function namesIn(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select name from gift_categories');
  await client.end();
  return rows.map(({ name }) => name);
}

async function expectWhole(load: Load, url: string): Promise<void> {
  await load.stop();
  const names = await namesIn(url);
  expect(new Set(names).size, 'nothing is there twice').toBe(names.length);
  expect(new Set(names)).toEqual(load.acknowledged);
  expect(load.acknowledged).toEqual(load.wanted);
  // Nothing but done and away: no 500, no connection of the client's cut.
  expect(load.statuses).toEqual(new Set([200, 503]));
}

test(`its PostgreSQL is killed ${RESTARTS} times under writes, and comes back each time`, async () => {
  const dataDir = await newDataDir();
  const server = await startServer({ DATA_DIR: dataDir });
  const { token } = await signInAt(server.address);
  const load = writeTo(server, token);
  const home = await readFile(path.join(dataDir, 'postgres-place'), 'utf8').catch(() =>
    path.join(dataDir, 'postgres'),
  );
  const pidFile = path.join(home.trim(), 'data/postmaster.pid');
  const postmaster = async () => Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  const port = Number((await readFile(pidFile, 'utf8')).split('\n')[3]);
  const password = (await readFile(path.join(dataDir, 'postgres-password'), 'utf8')).trim();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/provost`;
  const times: number[] = [];
  for (let round = 0; round < RESTARTS; round++) {
    await wait(200 + ((round * 137) % 600));
    const before = load.acknowledged.size;
    const pid = await postmaster();
    // A query that looks up from its work for nobody keeps the next server out until it is ended.
    const busy = round % 4 === 1 ? await busyWith(url) : undefined;
    process.kill(pid, round % 3 === 2 ? 'SIGQUIT' : 'SIGKILL');
    while (await isReady(server.address)) await wait(10);
    times.push(await untilReady(server));
    await busy?.ended;
    await until(() => expect(load.acknowledged.size, 'it writes again').toBeGreaterThan(before));
    expect(server.child.exitCode, server.output()).toBeNull();
  }
  expect(Math.max(...times), `ready after ${times.map(Math.round).join(', ')} ms`).toBeLessThan(
    READY_WITHIN * SLOWNESS_FACTOR,
  );
  process.stdout.write(
    `ready after at most ${Math.round(Math.max(...times))} ms, ${load.acknowledged.size} writes\n`,
  );
  await expectWhole(load, url);

  // Idle as well: nobody asks, and it is back all the same, with its jobs.
  process.kill(await postmaster(), 'SIGKILL');
  await wait(READY_WITHIN / 2);
  expect(await untilReady(server)).toBeLessThan(READY_WITHIN * SLOWNESS_FACTOR);
  await jobsDone(server.address, url);
  expect((await endServer(server)).code).toBe(0);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts a query that computes for minutes without looking up; answers the end of it. */
async function busyWith(url: string): Promise<{ ended: Promise<unknown> }> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  await client.query('set max_parallel_workers_per_gather = 0');
  const counting = client.query('select count(*) from generate_series(1, 10000000000) n where n % 7 = 0');
  const ended = counting.catch(() => client.end().catch(() => {}));
  await wait(300);
  return { ended };
}

/** Asks for a mail, and waits until the jobs that it takes were done. */
async function jobsDone(address: string, url: string): Promise<void> {
  await fetch(`${address}/api/wladmin/recover-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: FIRST_ADMIN.email }),
  });
  const client = new pg.Client(url);
  await client.connect();
  const sent = () => client.query('select from mails where sent_at is not null');
  await until(async () => expect((await sent()).rowCount).toBe(1));
  await client.end();
}

test('every connection is ended under writes, again and again', async () => {
  const dataDir = await newDataDir();
  const { owner: url } = await copyTemplate(inject('testDatabase'));
  const server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: url });
  const { token } = await signInAt(server.address);
  const load = writeTo(server, token);
  const owner = new pg.Client(url);
  await owner.connect();
  for (let round = 0; round < RESTARTS * 10; round++) {
    await wait(50 + ((round * 37) % 200));
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  }
  await owner.end();
  expect(await untilReady(server)).toBeLessThan(READY_WITHIN * SLOWNESS_FACTOR);
  await expectWhole(load, url);
  expect(server.child.exitCode, server.output()).toBeNull();
  const exited = once(server.child, 'exit');
  expect((await endServer(server)).code).toBe(0);
  await exited;
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});
