/** A Provost of its own process, as a person starts and stops it, and a client that asks it over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TEST_SECRET } from './test-database.ts';

export const MAIN = path.join(import.meta.dirname, '..', 'server', 'main.ts');

export const FIRST_ADMIN = { email: 'first@example.com', password: 'a long password' };

/** A folder for DATA_DIR that the user of PostgreSQL can enter, whoever runs the tests. */
export async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'provost-process-'));
  await chmod(dataDir, 0o755);
  return dataDir;
}

/** The settings of a server without demo data whose first superadmin can sign in. */
export function settingsOf(more: Record<string, string>): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    TIME_LIMITS: process.env.TIME_LIMITS ?? '',
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'warn',
    ADMIN_EMAIL: FIRST_ADMIN.email,
    ADMIN_PASSWORD: FIRST_ADMIN.password,
    // A copy of the template opens with the key that the template was made with.
    SECRET_KEY: TEST_SECRET.toString(),
    ...more,
  };
}

export type ServerProcess = { child: ChildProcess; address: string; port: number; output(): string };

/** Starts the process and waits until it has said where it is; throws what it said where it ends instead. */
export async function startServer(more: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN], { env: settingsOf(more), stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /Provost is at (http:\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.on('exit', (code) => reject(new Error(`ended with ${code}:\n${output}`)));
  });
  return { child, address, port: Number(new URL(address).port), output: () => output };
}

/** Waits until it serves, which it does once its demo data is made; throws where it ends before. */
export async function untilReady(address: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`it ended with ${server.exitCode}`);
    const ready = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Tells the process to end and answers its exit code. */
export async function endServer({ child }: ServerProcess, signal: NodeJS.Signals = 'SIGTERM') {
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = (await exited) as [number | null];
  return { code };
}

const children = new Set<ChildProcess>();

/** For `afterAll`: ends whatever a test that failed has left running, its PostgreSQL with it. */
export async function endServers(): Promise<void> {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    child.kill('SIGTERM');
    await exited;
  }
}

/** Signs the first superadmin in; answers the status and the access token. */
export async function signInAt(address: string): Promise<{ status: number; token: string }> {
  const response = await fetch(`${address}/api/wladmin/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(FIRST_ADMIN),
  });
  const { token = '' } = (await response.json()) as { token?: string };
  return { status: response.status, token };
}
