import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { platform } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { absentAsUndefined, ConfigError } from '../../config.ts';
import { birth } from './embedded-lock.ts';
import { environment, type Place } from './embedded-place.ts';

export type Server = { port: number; stop(): Promise<void>; ended: Promise<void> };
type Launch = {
  log: (line: string) => void;
  port?: number;
  settings?: Record<string, string>;
  signal?: AbortSignal;
};

/** Resolves once the server takes connections; throws a ConfigError with its last lines where it does not. */
export async function launch(place: Place, native: string, options: Launch): Promise<Server> {
  // Another process may take the free port first, and the children of a killed server take a moment to end.
  for (let tries = 1; ; tries++) {
    const port = options.port ?? (await findFreePort());
    const result = await launchOnce(place, native, port, options);
    if (!Array.isArray(result)) return result;
    const text = result.map((line) => line.replace(/^\S+ \S+ UTC \[\d+\] /, '')).join('; ');
    const leftovers = /pre-existing shared memory/.test(text);
    const rival = /lock file "postmaster\.pid" already exists/.test(text);
    const passing = leftovers || rival || (!options.port && /Address already in use/.test(text));
    if (!passing || tries === 10 || options.signal?.aborted)
      throw new ConfigError(`DATA_DIR: PostgreSQL did not start in ${place.data}: ${text}`);
    if (leftovers) await endLeftovers(place.data);
    // The folder is ours: it is one that a killed owner had only just started.
    if (rival) await stopOrphan(place.data, options.log);
    await delay(300);
  }
}

async function launchOnce(
  place: Place,
  native: string,
  port: number,
  options: Launch,
): Promise<Server | string[]> {
  const settings = {
    shared_buffers: '256MB',
    max_connections: '100',
    timezone: 'UTC',
    ...options.settings,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(native, 'bin', 'postgres'), ['-D', place.data, '-p', String(port), ...flags], {
    ...place.user,
    cwd: '/',
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group of its own: Ctrl+C reaches us alone, and we stop it once the requests are done.
    detached: true,
  });
  const said: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    said.splice(0, said.length - 19);
    said.push(line);
    options.log(line);
  });
  const running = watch(child, said);
  while (running.now()) {
    if (options.signal?.aborted) await running.stop();
    const lines = await readPidFile(place.data);
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') {
      return { port, stop: running.stop, ended: running.ended };
    }
    await delay(20);
  }
  await running.ended;
  return said;
}

/** Milliseconds to wait for the last lines of an ended server. */
const LAST_LINES_TIMEOUT_MS = 500;

function watch(child: ChildProcess, said: string[]) {
  let alive = true;
  // A crash of ours that ends without stop() would otherwise leave it running.
  const interrupt = () => child.kill('SIGINT');
  process.once('exit', interrupt);
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => said.push(error.message));
    const end = () => {
      alive = false;
      process.off('exit', interrupt);
      resolve();
    };
    // After 'close' it has said all it will; processes that outlived a killed one keep that from coming.
    child.once('exit', () => setTimeout(end, LAST_LINES_TIMEOUT_MS).unref());
    child.once('close', end);
  });
  const stop = async () => {
    if (alive && child.pid) await shutDown(child.pid);
    await ended;
  };
  return { now: () => alive, stop, ended };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Stops a server left by a killed process and removes what would keep the next one from starting. */
export async function stopOrphan(data: string, log: (line: string) => void): Promise<void> {
  const pid = Number((await readPidFile(data))[0]);
  if (!pid) return;
  // A killed one may stay a zombie, in a container for good, and PostgreSQL takes a zombie for alive.
  for (let tries = 0; (await birth(pid)) === undefined && tries < 25; tries++) {
    if (!hasEntry(pid)) return;
    await delay(20);
  }
  if (await birth(pid)) {
    const whose = await isPostgresOf(pid, data);
    if (whose === undefined)
      throw new ConfigError(`DATA_DIR: ${data} may be in use by PostgreSQL process ${pid}: stop it first`);
    if (whose) {
      log(`PostgreSQL (process ${pid}) outlived its owner: stopping it`);
      return shutDown(pid);
    }
  }
  // The id is a zombie's or a stranger's; PostgreSQL would take it for a server of this cluster and not start.
  await rm(join(data, 'postmaster.pid'), { force: true });
}

/** Tells backends of a killed server to quit: they would keep the next one out. Only on Linux, where they can be identified. */
export async function endLeftovers(data: string): Promise<void> {
  for (const entry of await readdir('/proc').catch(() => [])) {
    const pid = Number(entry);
    if (!pid || (await readlink(`/proc/${pid}/cwd`).catch(absent)) !== data) continue;
    if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(absent))?.startsWith('postgres')) continue;
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Returns undefined for a PostgreSQL whose folder cannot be read. */
async function isPostgresOf(pid: number, data: string): Promise<boolean | undefined> {
  const command =
    platform() === 'linux'
      ? (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
      : (await run('ps', ['-o', 'command=', '-p', String(pid)])).stdout;
  if (command.includes(`-D ${data} `)) return true;
  if (!command.includes('postgres')) return false;
  const folder = await readlink(`/proc/${pid}/cwd`).catch(absent);
  return folder === undefined ? undefined : folder === data;
}

function hasEntry(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export async function readPidFile(data: string): Promise<string[]> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(absentAsUndefined);
  return text?.split('\n') ?? [];
}

async function shutDown(pid: number): Promise<void> {
  const born = await birth(pid);
  // Fast first; immediate for one that hangs, which costs no more than a recovery at the next start.
  for (const [signal, seconds] of [
    ['SIGINT', 30],
    ['SIGQUIT', 10],
  ] as const) {
    for (let tries = 0; tries < seconds * 50; tries++) {
      if (!born || (await birth(pid)) !== born) return;
      if (tries === 0) process.kill(pid, signal);
      await delay(20);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end`);
}

const run = promisify(execFile);
const absent = () => undefined;
