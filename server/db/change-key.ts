/** Another SECRET_KEY for a database that is in use. docs/decisions/030-one-key-a-database.md */
import { ConfigError, deriveKey } from '../config.ts';
import { drawSecretOf, seal, unseal } from '../sealed.ts';
import { fingerprint, keepFingerprint, readFingerprint } from './key-fingerprint.ts';
import { asOwner, migrate } from './migrate.ts';
import { type Run, roleNames, setRoles } from './roles.ts';

/** Secrets of draws that are read at once. */
const BATCH = 1000;

/**
 * Makes `next` the key of the owner's database: the secrets of draws are encrypted anew, the roles get their new
 * passwords, and every session ends, in one transaction. Answers the number of secrets; null where `next` is the key
 * already. Refuses where `old` is not the key, a secret does not open, or a Provost is connected.
 */
export async function changeKey(url: string, old: Buffer, next: Buffer): Promise<number | null> {
  if (await asOwner(url, (run) => isKey(run, next))) return null;
  // Also sees to it that the old key is the right one.
  await migrate(url, old);
  return asOwner(url, async (run, database) => {
    await refuseConnected(run, database);
    await run('begin');
    try {
      const secrets = await resealAll(run, old, next);
      await setRoles(run, url, database, next);
      await keepFingerprint(run, next);
      await run(`update sessions set ended_at = provost_now(), ended_because = 'key' where ended_at is null`);
      await run(`insert into audit_entries (entity, entity_id, action) values ('secret_key', '', 'change')`);
      await run('commit');
      return secrets;
    } catch (error) {
      await run('rollback');
      throw error;
    }
  });
}

async function isKey(run: Run, key: Buffer): Promise<boolean> {
  return (await readFingerprint(run))?.equals(fingerprint(key)) ?? false;
}

/** A process that goes on with the old key would sign with it, and keep secrets that nothing opens any more. */
async function refuseConnected(run: Run, database: string): Promise<void> {
  const { rows } = await run(
    'select 1 from pg_stat_activity where datname = $1 and usename = any ($2::name[])',
    [database, Object.values(roleNames(database))],
  );
  if (rows.length > 0) {
    throw new ConfigError('A Provost is connected to this database: stop every one of them first');
  }
}

async function resealAll(run: Run, old: Buffer, next: Buffer): Promise<number> {
  const keys = { from: deriveKey(old, 'draw secrets'), to: deriveKey(next, 'draw secrets') };
  for (let last = 0, done = 0; ; ) {
    const { rows } = await run<{ event_id: number; sealed: Buffer }>(
      'select event_id, sealed from draw_secrets where event_id > $1 order by event_id limit $2 for update',
      [last, BATCH],
    );
    for (const { event_id, sealed } of rows) {
      await run('update draw_secrets set sealed = $2 where event_id = $1', [
        event_id,
        resealed(keys, event_id, sealed),
      ]);
    }
    done += rows.length;
    last = rows.at(-1)?.event_id ?? last;
    if (rows.length < BATCH) return done;
  }
}

function resealed(keys: { from: Uint8Array; to: Uint8Array }, eventId: number, sealed: Buffer): Buffer {
  try {
    const of = drawSecretOf(eventId);
    return seal(keys.to, of, unseal(keys.from, of, sealed));
  } catch {
    throw new ConfigError(
      `The secret of event ${eventId} does not open under SECRET_KEY: nothing was changed`,
    );
  }
}
