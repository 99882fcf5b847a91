/** The process as a person starts and stops it: signals, a crash, settings that cannot be. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { endServers, MAIN, newDataDir, settingsOf, signInAt, startServer } from '../test/server-process.ts';
import { until } from '../test/until.ts';
import { runningEmbeddedUrl } from './db/embedded/embedded-running.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await newDataDir();
});
afterAll(endServers);
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));

const started = () => startServer({ DATA_DIR: dataDir });

async function signIn(address: string): Promise<number> {
  return (await signInAt(address)).status;
}

/** As whom it is signed in to its own PostgreSQL; this question, and who is just signing in, are not counted. */
async function signedInToDatabase(): Promise<string[]> {
  const client = new pg.Client(await runningEmbeddedUrl(dataDir));
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select distinct usename as name from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid() and usename is not null order by 1`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

test('it starts with its first superadmin, ends on SIGTERM, and comes back after SIGKILL', async () => {
  const first = await started();
  expect((await fetch(`${first.address}/healthz`)).status).toBe(200);
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
  expect(await signIn(first.address)).toBe(200);
  expect(await signedInToDatabase()).toEqual(['provost_provost_global', 'provost_provost_scoped']);
  first.child.kill('SIGTERM');
  expect(await once(first.child, 'exit')).toEqual([0, null]);
  await expect(fetch(`${first.address}/healthz`)).rejects.toThrow('fetch failed');

  const second = await started();
  second.child.kill('SIGKILL');
  await once(second.child, 'exit');

  const third = await started();
  expect(await signIn(third.address)).toBe(200);
  third.child.kill('SIGTERM');
  expect(await once(third.child, 'exit')).toEqual([0, null]);
});

test.each([
  ['PORT', 'eighty'],
  ['RECALCULATION_DELAY', '-1'],
  ['SMTP_URL', 'mail.example.com'],
])('a wrong %s is named, and nothing starts', (name, value) => {
  const { status, stderr } = spawnSync(process.execPath, [MAIN], {
    env: settingsOf({ DATA_DIR: dataDir, [name]: value }),
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain(name);
});

test('while demo data is made it shows its first page and says so, and ends at once where it is told to', async () => {
  const { child, address } = await startServer({ DATA_DIR: await newDataDir(), DEMO: '1' });
  const health = await fetch(`${address}/healthz`);
  expect([health.status, await health.json()]).toEqual([
    200,
    { status: 'ok', version: manifest.version, making_demo: true },
  ]);
  const words = { message: expect.stringMatching(/^Demo data is being created/) as string };
  for (const path of ['/readyz', '/api/wladmin/auth', '/api/programs']) {
    const answer = await fetch(address + path);
    expect([answer.status, await answer.json()], path).toEqual([503, expect.objectContaining(words)]);
  }
  expect((await signInAt(address)).status).toBe(503);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

/** Resident bytes: on Linux alone. */
function residentBytes(pid: number | undefined): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

test.skipIf(process.platform !== 'linux')('a process that has started holds at most 200 MB', async () => {
  const { child } = await started();
  await until(() => expect(residentBytes(child.pid)).toBeLessThan(200 * 2 ** 20));
  child.kill('SIGTERM');
  await once(child, 'exit');
});
