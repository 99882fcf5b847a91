/** Start checks of the settings; each fault is one line with its remedy. */
import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import pg from 'pg';
import { absentAsUndefined, type Config, ConfigError } from './config.ts';
import { poolerFault } from './db/poolers/poolers.ts';
import { timeLimit } from './time-limits.ts';

/** Milliseconds for a database to answer at the start, on an ordinary machine. */
const DATABASE_TIMEOUT_MS = 10_000;

/** Makes DATA_DIR where missing; throws a ConfigError where it cannot be made or written. */
export async function makeDataDir({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  await makeFolder(dataDir)
    .then(() => access(dataDir, constants.W_OK | constants.X_OK))
    .catch(refuseDataDir({ dataDir }));
}

/** Makes one level at a time: Node's recursive mkdir never ends where a file system lacks the first. */
async function makeFolder(folder: string): Promise<void> {
  const known = await stat(folder).catch(absentAsUndefined);
  if (!known) await makeFolder(dirname(folder));
  if (!known?.isDirectory()) {
    await mkdir(folder).catch(async (error: NodeJS.ErrnoException) => {
      // Another process that starts at the same moment may have been first.
      if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
    });
  }
}

/** For `.catch` around DATA_DIR: turns errors of the file system into a ConfigError. */
export function refuseDataDir({ dataDir }: Pick<Config, 'dataDir'>): (error: unknown) => never {
  return (error) => {
    const { code = '', path, syscall } = error as NodeJS.ErrnoException;
    if (error instanceof ConfigError || !syscall || !path) throw error;
    const where = path === dataDir ? dataDir : `${dataDir} (at ${path})`;
    throw new ConfigError(
      `DATA_DIR: ${where} ${FILE_FAULTS[code] ?? `cannot be used (${code})`}; ` +
        'set DATA_DIR to a folder that the user of this process may write',
    );
  };
}

const FILE_FAULTS: Record<string, string> = {
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
  EROFS: 'is on a read-only file system',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  ENOENT: 'cannot be made',
  ENOSPC: 'is on a full disk',
  EDQUOT: 'is over the quota of its disk',
};

/** Connects once to the DATABASE_URL; throws a ConfigError on any failure. */
export async function checkDatabase(url: string): Promise<void> {
  let client: pg.Client | undefined;
  try {
    // A certificate that the address names is read here.
    const connectionTimeoutMillis = timeLimit(DATABASE_TIMEOUT_MS);
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis });
    client.on('error', () => {});
    await client.connect();
    await client.query('begin');
    await client.query('commit');
  } catch (error) {
    refuseDatabase(url)(error);
  } finally {
    await client?.end().catch(() => {});
  }
}

/** For `.catch` of a first connection to the database: turns any failure into a ConfigError. */
export function refuseDatabase(url: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`DATABASE_URL: ${whyNot(error as Error & { code?: string }, new URL(url))}`);
  };
}

function whyNot(error: { code?: string; message: string }, url: URL): string {
  const { code = '', message } = error;
  const place = `${url.hostname}:${url.port || 5432}`;
  const user = decodeURIComponent(url.username);
  const database = decodeURIComponent(url.pathname.slice(1));
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${place}; start PostgreSQL there, or correct the address`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host ${url.hostname}; correct its name`;
    case '28P01':
    case '28000':
      return `${place} does not let the user "${user}" in (${message}); check the user and the password`;
    case '3D000':
      return `there is no database "${database}" at ${place}; create it as the README says, or correct its name`;
    case '42501':
      return `the user "${user}" may not connect to the database "${database}" (${message}); grant it that`;
    case '57P03':
      return `PostgreSQL at ${place} is not ready yet (${message}); start Provost again in a moment`;
    case '53300':
      return `PostgreSQL at ${place} has no connection left (${message}); raise its max_connections`;
    default:
      if (poolerFault(error)) return `the pooler at ${place} ${poolerFault(error)}`;
      return `PostgreSQL at ${place} does not answer (${code || message}); check the address and the network`;
  }
}

/** For `.catch` of a migration: turns missing privileges of the DATABASE_URL's user into a ConfigError. */
export function refusePermission(error: unknown): never {
  const { code, message } = error as { code?: string; message: string };
  if (code !== '42501') throw error;
  throw new ConfigError(
    `DATABASE_URL: its user may not do what an installation needs (${message}); ` +
      'let it own the database and give it CREATEROLE, as the README says',
  );
}

/** For `.catch` of `listen`: turns an unusable address into a ConfigError; `of` is what its settings begin with. */
export function refuseAddress(
  { host, port }: Pick<Config, 'host' | 'port'>,
  of: '' | 'METRICS_' = '',
): (error: unknown) => never {
  return (error) => {
    const { code, syscall } = error as NodeJS.ErrnoException;
    switch (code) {
      case 'EADDRINUSE':
        throw new ConfigError(
          `${of}PORT: ${port} of ${host} is in use by another process; stop that one, or set another ${of}PORT`,
        );
      case 'EACCES':
        throw new ConfigError(`${of}PORT: this user may not listen on ${port}; set a ${of}PORT above 1023`);
      default:
        if (syscall !== 'listen' && syscall !== 'getaddrinfo') throw error;
        throw new ConfigError(
          `${of}HOST: ${host} is no address of this machine (${code}); set ${of}HOST to one, such as 127.0.0.1 or 0.0.0.0`,
        );
    }
  };
}
