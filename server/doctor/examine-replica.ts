import pg from 'pg';
import { type Config, ConfigError, resolveSecretKey } from '../config.ts';
import { replicaUrls } from '../db/replica/replica.ts';
import { roleUrls, type Urls } from '../db/roles.ts';
import { oneLine, type Say, TIMEOUT_MS } from './findings.ts';

/** Says whether the replica is one of this database, and near enough to be read from. */
export async function examineReplica(
  { databaseUrl, databaseReplicaUrl, replicaLagSeconds, ...config }: Config,
  say: Say,
): Promise<void> {
  if (!databaseUrl || !databaseReplicaUrl) return say('ok', 'none: everything is read from the primary');
  const secret = await resolveSecretKey(config);
  const database = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  const clientOf = ({ global: connectionString }: Urls) =>
    new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS });
  const primary = clientOf(roleUrls(databaseUrl, database, secret));
  const replica = clientOf(replicaUrls(databaseReplicaUrl, database, secret));
  for (const client of [primary, replica]) client.on('error', () => {});
  try {
    await replica.connect().catch((error: Error) => {
      throw new ConfigError(`DATABASE_REPLICA_URL: ${oneLine(error)}`);
    });
    await primary.connect();
    await compareReplica(primary, replica, replicaLagSeconds, say);
  } finally {
    await Promise.all([primary, replica].map((client) => client.end().catch(() => {})));
  }
}

async function compareReplica(
  primary: pg.Client,
  replica: pg.Client,
  mostLag: number,
  say: Say,
): Promise<void> {
  const system = 'select system_identifier::text as system from pg_control_system()';
  const { rows: ours } = await primary.query<{ system: string }>(system);
  const { rows: written } = await primary.query<{ lsn: string }>(
    'select pg_current_wal_flush_lsn()::text as lsn',
  );
  const { rows } = await replica.query<{
    system: string;
    is_replica: boolean;
    feedback: string;
    is_behind: boolean;
    age: number | null;
  }>(
    `select system_identifier::text as system, pg_is_in_recovery() as is_replica,
       current_setting('hot_standby_feedback') as feedback, pg_last_wal_replay_lsn() < $1::pg_lsn as is_behind,
       extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as age
     from pg_control_system()`,
    [written[0]?.lsn],
  );
  const [found] = rows;
  if (!found?.is_replica)
    return say(
      'fault',
      'DATABASE_REPLICA_URL: it takes writes, so it is no replica, and nothing is read from it',
    );
  if (found.system !== ours[0]?.system)
    return say(
      'fault',
      'DATABASE_REPLICA_URL: it is the replica of another database, and nothing is read from it',
    );
  if (found.is_behind && (found.age ?? Number.POSITIVE_INFINITY) > mostLag)
    say('fault', `it is more than ${mostLag} s behind: does it reach the primary?`);
  if (found.feedback === 'off')
    say(
      'warning',
      'hot_standby_feedback is off there: long exports are broken off by it, and made by the primary',
    );
}
