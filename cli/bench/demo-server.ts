import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

const MAIN = path.join(import.meta.dirname, '..', '..', 'server', 'main.ts');

/** Runs `work` with the address of such a server, and ends it and removes its folder afterwards. */
export async function withDemoServer<Result>(
  settings: Record<string, string>,
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'provost-bench-'));
  await chmod(dataDir, 0o755);
  const server = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    return await work(await addressOf(server));
  } finally {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
  }
}

export const DEMO_ADMIN = { email: 'superadmin@example.com', password: 'demo-password' };

/** Goes on reading afterwards: a server whose output nobody takes ends. */
function addressOf(server: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /Provost is at (http:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    server.on('exit', () => reject(new Error(`the server did not start:\n${said}`)));
  });
}
