/** Position of the log up to which a session or a site key has written, so that its next read is not answered by an older replica. */
import { CompiledQuery, sql } from 'kysely';
import type { Platform } from '../../platform.ts';
import type { Db } from '../client.ts';

// Lost in a crash it is worth nothing, so that nobody waits for the disk; its own record lets the replica pass the position.
const noting = (table: string, key: string) => `
  with quick as (select set_config('synchronous_commit', 'off', true))
  update ${table} set written_lsn = pg_current_wal_insert_lsn() from quick where ${key} = $1`;

const OF_SESSION = noting('sessions', 'id');
const OF_SITE_KEY = noting('site_key_calls', 'key_id');

/** Notes after a commit that a session or the key of a site has written; never throws, as the call has succeeded. */
export async function noteWritten(
  { replica, database, log }: Platform,
  by: { session_id: string | null } | { key_id: number | null },
): Promise<void> {
  if (!replica) return;
  const [text, key] = 'key_id' in by ? [OF_SITE_KEY, by.key_id] : [OF_SESSION, by.session_id];
  if (key === null) return;
  await database.everything
    .executeQuery(CompiledQuery.raw(text, [key]))
    .catch((err: unknown) => log.warn({ err }, 'it was not noted up to where a caller has written'));
}

/** Notes for all keys of a program that its site is told of a change, in its transaction: what the site then reads is as new. */
export async function noteTold({ replica }: Platform, db: Db, program_id: number): Promise<void> {
  if (!replica) return;
  await sql`update site_key_calls c set written_lsn = pg_current_wal_insert_lsn()
    from site_keys k where k.id = c.key_id and k.program_id = ${program_id}`.execute(db);
}
