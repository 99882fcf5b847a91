/** The hostile client against a whole Provost with its demo data, as anybody can run it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { inDepth } from '../deep.ts';
import { copyDemo } from '../demo-database.ts';
import { endServers, newDataDir, startServer, untilReady } from '../server-process.ts';
import { useShortLimits } from '../short-limits.ts';

useShortLimits();

const CLIENT = path.join(import.meta.dirname, 'hostile.ts');

let dataDir: string;
beforeAll(async () => {
  dataDir = await newDataDir();
});
afterAll(endServers);
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));

/** In depth with a PostgreSQL of its own, which the client kills. */
async function start(): Promise<{ address: string; more: string[] }> {
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  if (inDepth(true, false)) {
    const { owner } = await copyDemo(inject('testDatabase'));
    const { address } = await startServer({ ...settings, DATABASE_URL: owner });
    return { address, more: ['--short'] };
  }
  const { address, child } = await startServer({ ...settings, DEMO: '1' });
  await untilReady(address, child);
  const place = await readFile(path.join(dataDir, 'postgres-place'), 'utf8').catch(() => '');
  const pidFile = path.join(place.trim() || path.join(dataDir, 'postgres'), 'data/postmaster.pid');
  const pid = (await readFile(pidFile, 'utf8')).split('\n')[0] ?? '';
  return { address, more: ['--postgres-pid', pid] };
}

test('withstands what the hostile client does', async () => {
  const { address, more } = await start();
  const client = spawn(process.execPath, [CLIENT, address, ...more], { env: { PATH: process.env.PATH } });
  let output = '';
  for (const stream of [client.stdout, client.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = (await once(client, 'close')) as [number];
  expect(output.split('\n').filter((line) => !line.startsWith('ok '))).toEqual(['']);
  expect(code).toBe(0);
});
