/** The hostile client against a whole Provost with its demo data, as anybody can run it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inDepth } from './deep.ts';

const MAIN = path.join(import.meta.dirname, '../server/main.ts');
const CLIENT = path.join(import.meta.dirname, 'hostile.ts');

let dataDir: string;
let server: ChildProcess | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'provost-hostile-'));
  await chmod(dataDir, 0o755);
});
afterAll(async () => {
  if (server && server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}, 120_000);

/** Starts a process of Node; answers what it has said by the time that `enough` holds of it, or that it has ended. */
async function run(args: string[], env: NodeJS.ProcessEnv, enough: (output: string) => boolean) {
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...env } });
  let output = '';
  await new Promise<void>((resolve) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      if (enough(output)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('close', () => resolve());
  });
  return { child, output };
}

test('withstands what the hostile client does', { timeout: 240_000 }, async () => {
  const said = /Provost is at (http:\S+)/;
  const env = { PORT: '0', DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'error' };
  const started = await run([MAIN], env, (output) => said.test(output));
  server = started.child;
  const address = said.exec(started.output)?.[1];
  expect(address, started.output).toBeDefined();
  const place = await readFile(path.join(dataDir, 'postgres-place'), 'utf8').catch(() => '');
  const pidFile = path.join(place.trim() || path.join(dataDir, 'postgres'), 'data/postmaster.pid');
  const pid = (await readFile(pidFile, 'utf8')).split('\n')[0] ?? '';
  const client = await run(
    [CLIENT, address ?? '', ...inDepth(['--short'], []), '--postgres-pid', pid],
    {},
    () => false,
  );
  expect(client.output.split('\n').filter((line) => !line.startsWith('ok '))).toEqual(['']);
  expect(client.child.exitCode).toBe(0);
});
