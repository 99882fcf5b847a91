/** An embedded PostgreSQL for installations without one. Specification: Running it. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { absentAsUndefined, ConfigError, keepOnce } from '../../config.ts';
import { lockFolder } from './embedded-lock.ts';
import { environment, findBinaries, findPlace, type Place } from './embedded-place.ts';
import { endLeftovers, launch, stopOrphan } from './embedded-server.ts';
import { keepRunning } from './embedded-watch.ts';

export type EmbeddedPostgres = {
  /** The superuser's address of the database `provost`. */
  url: string;
  /** Fast shutdown: rolls back open transactions. Idempotent. */
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL 18 on a free port of 127.0.0.1 with its cluster below `dataDir` ("Running it"), made at
 * the first start. A crashed server restarts on its port; an orphan of a killed owner is stopped first. `log`
 * gets its output, `warn` (else `log`) its failures, in single lines; `settings` override the server's.
 * Throws DataDirInUseError while the folder's owner lives.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
  warn?: (line: string) => void;
  port?: number;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const place = await findPlace(dataDir, options.log);
  const release = await lockFolder(place.home, dataDir);
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
      const again = async (signal: AbortSignal) => {
        await endLeftovers(place.data);
        await stopOrphan(place.data, options.log);
        return launch(place, native, { ...options, port: server.port, signal });
      };
      const watched = keepRunning(server, again, options.warn ?? options.log);
      const stop = () => watched.stop().then(release);
      let stopping: Promise<void> | undefined;
      return { url: `${url}/provost`, stop: () => (stopping ??= stop()) };
    } catch (error) {
      await server.stop();
      throw error;
    }
  } catch (error) {
    await release();
    throw error;
  }
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
  // Made aside: a folder `data` is a finished one. A killed initdb may still be writing under its own name.
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
  const options = { ...user, cwd: '/', env: environment };
  await promisify(execFile)(join(native, 'bin', 'initdb'), ['-D', draft, ...flags, ...auth], options).catch(
    ({ stderr = '', message }: { stderr?: string; message: string }) => {
      const said =
        stderr
          .trim()
          .split('\n')
          .find((line) => /error/i.test(line)) ?? message;
      throw new ConfigError(`DATA_DIR: no database could be made in ${home}: ${said}`);
    },
  );
  await rm(passwordFile);
  await rename(draft, data);
}

/** Runs at each start: a crash may have come between the cluster and its database. */
async function ensureDatabase(url: string, dataDir: string): Promise<void> {
  const client = new pg.Client(`${url}/postgres`);
  try {
    await client.connect();
    const { rowCount } = await client.query(`select from pg_database where datname = 'provost'`);
    if (!rowCount) await client.query('create database provost');
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error;
    throw new ConfigError(
      `DATA_DIR: the password in ${join(dataDir, 'postgres-password')} is not that of the cluster: restore the file`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
