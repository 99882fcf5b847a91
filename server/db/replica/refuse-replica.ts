import { ConfigError } from '../../config.ts';
import type { Run } from '../roles.ts';

/** Throws a ConfigError where the server at `url`, on which `run` works, replays another's changes and takes none. */
export async function refuseReplica(run: Run, url: string): Promise<void> {
  const { rows } = await run<{ is_replica: boolean }>('select pg_is_in_recovery() as is_replica');
  const { hostname, port } = new URL(url);
  if (rows[0]?.is_replica)
    throw new ConfigError(
      `DATABASE_URL: PostgreSQL at ${hostname}:${port || 5432} is a replica, where nothing can be written; ` +
        'set the address of the primary, and this one as DATABASE_REPLICA_URL',
    );
}
