import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OWNER_URL, REPLICA_URL, SERVER_URL } from './cluster.ts';
import { openLogFile } from './hosts.ts';
import { IMAGE_USER, type Image, inImage, shareFolder } from './image.ts';
import { command } from './namespace.ts';
import { DRILL_ROOT } from './parts.ts';
import { Ended, until } from './until.ts';

export const THIS_VERSION = path.join(import.meta.dirname, '../..');

export const WEB_PORTS = [4301, 4302];

/** Port of a server that HAProxy does not know. */
export const SPARE_PORT = 4303;

export const DATA_DIR = path.join(DRILL_ROOT, 'data');

const COMMON = {
  PATH: process.env.PATH,
  SECRET_KEY: 'the key of the drill, of 32 letters and more',
  DATA_DIR,
  DEMO: '0',
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
};

const SERVER = {
  ...COMMON,
  DATABASE_URL: SERVER_URL,
  DATABASE_REPLICA_URL: REPLICA_URL,
  MIGRATE: '0',
  ROLES: 'web,worker',
  DRAIN_SECONDS: '3',
  SITE_CALLS_PER_MINUTE: '100000',
  PUBLIC_URL: 'http://127.0.0.1:4300',
  METRICS_HOST: '127.0.0.1',
};

export type Server = { port: number; process: ChildProcess; version: string };

/** The image that this version runs in; from the sources without one. */
let image: Image | null = null;

/** Lets servers and commands of this version run in the image from now on. */
export function runFromImage(built: Image): void {
  image = built;
}

/** Port of the metrics of a server. */
export function metricsPortOf(port: number): number {
  return port + 100;
}

/** Starts a server of a version, again where it ends, as its service would, and waits until it is ready. */
export async function startServer(
  port: number,
  version = THIS_VERSION,
  other: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const name = `web-${port}`;
  const settings = { ...SERVER, PORT: String(port), METRICS_PORT: String(metricsPortOf(port)), ...other };
  for (let starts = 1; ; starts++) {
    const process = run(name, version, ['server/main.ts'], settings);
    try {
      await untilReady(port, process);
      return { port, process, version };
    } catch (error) {
      if (!(isEnded(error) && starts < MOST_STARTS)) throw error;
      await wait(RESTART_MS);
    }
  }
}

/** Milliseconds after which a service starts its process again, and how often the drill lets it. */
const RESTART_MS = 2_000;
const MOST_STARTS = 20;

function isEnded(error: unknown): boolean {
  return (error as Error).cause instanceof Ended;
}

/** Ends a server as its service would, and waits for it. */
export async function endServer({ process }: Server, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const ended = new Promise((resolve) => process.once('exit', resolve));
  process.kill(signal);
  await ended;
}

export async function makeDemo(version = THIS_VERSION): Promise<void> {
  await rm(DATA_DIR, { recursive: true, force: true });
  await mkdir(DATA_DIR, { recursive: true });
  const port = WEB_PORTS[0] ?? 0;
  const settings = { ...COMMON, DATABASE_URL: OWNER_URL, MIGRATE: '1', DEMO: '1', PORT: String(port) };
  const process = run('demo', version, ['server/main.ts'], settings);
  await untilReady(port, process);
  await endServer({ port, process, version });
}

/** Runs a command of the product to its end, and returns its exit code and what it said. */
export async function runCommand(
  args: readonly string[],
  { version = THIS_VERSION, ...settings }: { version?: string; DATABASE_URL?: string } = {},
): Promise<{ code: number; said: string }> {
  const [program, all] = programOf(version, args);
  const child = spawn(program, all, {
    cwd: version,
    env: { ...COMMON, DATABASE_URL: OWNER_URL, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code: code ?? 1, said };
}

function run(name: string, cwd: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const log = openLogFile(name);
  const [program, all] = programOf(cwd, args);
  const child = spawn(program, all, { cwd, env, stdio: ['ignore', log, log] });
  closeSync(log);
  return child;
}

/** All as the user of the image, so that both versions can work with each other's files. */
function programOf(version: string, args: readonly string[]): [string, string[]] {
  if (image && version === THIS_VERSION) return inImage(image, args);
  if (!image) return [process.execPath, [...args]];
  const user = [`--reuid=${IMAGE_USER}`, `--regid=${IMAGE_USER}`, '--clear-groups'];
  return ['setpriv', [...user, process.execPath, ...args]];
}

/** Makes the files of the servers, root's until now, those of the image's user, and lets the image see them. */
export function openDataDir(built: Image): void {
  command('chown', '-R', `${IMAGE_USER}:${IMAGE_USER}`, DATA_DIR);
  shareFolder(built, DATA_DIR);
}

/** Seconds until a server is ready, its demo made, on a machine that is busy. */
const START_SECONDS = 1_200;

function untilReady(port: number, child: ChildProcess): Promise<void> {
  return until(`the server at ${port} is ready`, START_SECONDS, async () => {
    if (child.exitCode !== null) throw new Ended(`it ended with ${child.exitCode}`);
    const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(3_000) });
    return ok;
  });
}
