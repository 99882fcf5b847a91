/** What a scrape says, and what it never says. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, inject, test } from 'vitest';
import { FIRST_ADMIN, newDataDir, type ServerProcess, startServer } from '../../test/server-process.ts';
import { copyTemplate } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Runs `work` on a process with metrics; ends the process after it, unless `work` has. */
async function withServer(
  settings: Record<string, string>,
  work: (server: ServerProcess, read: () => Promise<string>) => Promise<void>,
): Promise<void> {
  const metrics = await freePort();
  const { owner } = await copyTemplate(inject('testDatabase'));
  const server = await startServer({
    DATABASE_URL: owner,
    DATA_DIR: await newDataDir(),
    METRICS_PORT: String(metrics),
    ...settings,
  });
  try {
    await work(server, async () => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text());
  } finally {
    if (server.child.exitCode === null) {
      server.child.kill();
      await once(server.child, 'exit');
    }
  }
}

/** The sample of that name and these labels, in any order. */
function sample(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const line = text
    .split('\n')
    .find(
      (line) =>
        (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) &&
        Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
    );
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

test('requests are counted by the pattern of their route, and no value of a caller becomes a label', async () => {
  await withServer({}, async ({ address }, read) => {
    const ask = (path: string, init?: RequestInit) => fetch(`${address}${path}`, init);
    await ask('/api/wladmin/auth', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(FIRST_ADMIN),
    });
    for (const id of [71_234, 71_235]) await ask(`/api/wladmin/user/${id}/sites`);
    await ask('/api/wladmin/secret-name-of-nothing?email=ada@example.com');
    await ask('/a-screen-of-ada');
    const text = await read();
    const counted = 'provost_http_request_duration_seconds_count';
    const route = '/api/wladmin/user/:id/sites';
    expect(sample(text, counted, { method: 'GET', route, status: '401' })).toBe(2);
    expect(sample(text, counted, { route: '/api/wladmin/auth', status: '200' })).toBe(1);
    for (const value of ['71234', 'secret-name', 'ada', FIRST_ADMIN.email]) expect(text).not.toContain(value);
    // The port of the world does not show them.
    expect(await (await ask('/metrics')).text()).not.toContain('provost_http');
  });
});

test('passes, pools and what waits are told; a worker answers how it is, and nothing else', async () => {
  await withServer({ ROLES: 'worker' }, async ({ address }, read) => {
    const success = 'provost_job_last_success_timestamp_seconds';
    await until(async () =>
      expect(sample(await read(), success, { job_name: 'deliver-mails' })).toBeGreaterThan(1.7e9),
    );
    const text = await read();
    expect(sample(text, 'provost_job_failures_total', { job_name: 'deliver-mails' })).toBe(0);
    expect(sample(text, 'provost_job_oldest_due_seconds', { job_name: 'send-webhooks' })).toBe(0);
    expect(sample(text, 'provost_database_connections', { pool: 'global', state: 'most' })).toBe(10);
    expect(sample(text, 'provost_database_connections', { pool: 'global', state: 'open' })).toBeGreaterThan(
      0,
    );
    expect(sample(text, 'provost_database_outage')).toBe(0);
    // Prometheus gives these to what it scrapes, and renames a label of ours that is called the same.
    expect(text).not.toMatch(/[{,](?:job|instance)="/);
    expect(sample(text, 'nodejs_eventloop_lag_seconds')).toBeDefined();
    const statusOf = async (path: string) => (await fetch(`${address}${path}`)).status;
    expect(await statusOf('/readyz')).toBe(200);
    expect([await statusOf('/'), await statusOf('/api/wladmin/programs')]).toEqual([404, 404]);
  });
});

test('a web process works off nothing', async () => {
  await withServer({ ROLES: 'web' }, async ({ address }, read) => {
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    // A worker's first passes begin with its start, which was before this one answered.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(sample(await read(), 'provost_job_duration_seconds_count')).toBeUndefined();
  });
});

test('from the signal on it is not ready, and answers until the time of its drain is over', async () => {
  await withServer({ DRAIN_SECONDS: '12' }, async ({ address, child }) => {
    const ready = async () => (await fetch(`${address}/readyz`)).status;
    expect(await ready()).toBe(200);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await until(async () => expect(await ready()).toBe(503));
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await fetch(`${address}/api/wladmin/programs`)).status).toBe(401);
    expect(await ended).toEqual([0, null]);
  });
});
