/** A PostgreSQL of two servers: a migrated primary, and a replica that streams from it. */
import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/db/embedded/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { roleUrls, type Urls } from '../../server/db/roles.ts';
import { TEST_SECRET } from '../test-database.ts';

type Server = { url: string; start(): Promise<void>; stop(): Promise<void> };

export type ReplicaCluster = {
  primary: Server;
  replica: Server;
  /** The addresses of the server's roles on the primary. */
  urls: Urls;
  /** Those on the replica. */
  replicaUrls: Urls;
  /** Runs a statement as the owner. */
  run(on: 'primary' | 'replica', statement: string): Promise<pg.QueryResult>;
  /** Resolves once the replica holds all that the primary has written. */
  caughtUp(): Promise<void>;
  end(): Promise<void>;
};

const SETTINGS = { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB', autovacuum: 'off' };

/** Starts both. The package of the embedded one has no pg_basebackup: the folder of the stopped primary is copied. */
export async function startReplicaCluster(): Promise<ReplicaCluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'provost-replica-'));
  // As root the database runs as another user, who must be able to reach its folder.
  await chmod(folder, 0o755);
  const first = await startEmbeddedPostgres({ dataDir: path.join(folder, 'a'), log, settings: SETTINGS });
  const urls = await migrate(first.url, TEST_SECRET);
  await first.stop();
  await promisify(execFile)('cp', ['-a', path.join(folder, 'a'), path.join(folder, 'b')]);
  const primary = serverIn(path.join(folder, 'a'), first.url);
  await primary.start();
  const data = await dataOf(path.join(folder, 'b'));
  const { port, password } = new URL(first.url);
  await writeFile(path.join(data, 'standby.signal'), '');
  await appendFile(
    path.join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres password=${password}'\n` +
      `wal_retrieve_retry_interval = '200ms'\nhot_standby_feedback = on\n`,
  );
  const second = await startEmbeddedPostgres({ dataDir: path.join(folder, 'b'), log, settings: SETTINGS });
  await second.stop();
  const replica = serverIn(path.join(folder, 'b'), second.url);
  await replica.start();
  const run = (on: 'primary' | 'replica', statement: string) =>
    onServer(on === 'primary' ? primary.url : replica.url, statement);
  return {
    primary,
    replica,
    urls,
    replicaUrls: roleUrls(second.url, 'provost', TEST_SECRET),
    run,
    async caughtUp() {
      const { rows } = await run('primary', 'select pg_current_wal_flush_lsn()::text as lsn');
      const reached = `select pg_last_wal_replay_lsn() >= '${rows[0].lsn}' as reached`;
      while (!(await run('replica', reached)).rows[0].reached)
        await new Promise((resolve) => setTimeout(resolve, 50));
    },
    async end() {
      await Promise.all([primary.stop(), replica.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function serverIn(dataDir: string, url: string): Server {
  let running: { stop(): Promise<void> } | undefined;
  return {
    url,
    async start() {
      const port = Number(new URL(url).port);
      running ??= await startEmbeddedPostgres({ dataDir, log, settings: SETTINGS, port });
    },
    async stop() {
      await running?.stop();
      running = undefined;
    },
  };
}

/** Where the cluster is kept: elsewhere, where the user of PostgreSQL cannot enter the folder. */
async function dataOf(dataDir: string): Promise<string> {
  const elsewhere = await readFile(path.join(dataDir, 'postgres-place'), 'utf8').catch(() => null);
  if (elsewhere) throw new Error('the user of PostgreSQL cannot enter the folder of tests');
  return path.join(dataDir, 'postgres', 'data');
}

async function onServer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

const log = () => {};
