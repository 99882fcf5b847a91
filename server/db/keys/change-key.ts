/** Changes the SECRET_KEY of a database in use. docs/decisions/030-one-key-a-database.md */
import { ConfigError } from '../../config.ts';
import {
  decrypt,
  drawSecretOf,
  encrypt,
  oneTimeCodesOf,
  paymentSecretOf,
  payoutDetailsOf,
  payoutFileOf,
  webhookSecretOf,
} from '../../encryption.ts';
import { deriveKey } from '../../keys.ts';
import { asOwner, migrate } from '../migrate.ts';
import { type Run, roleNames, setRoles } from '../roles.ts';
import { fingerprint, keepFingerprint, readFingerprint } from './key-fingerprint.ts';

const BATCH = 1000;

/**
 * Makes `next` the key of the owner's database in one transaction: re-encrypts every secret, resets the
 * roles' passwords, ends all sessions. Returns the number of secrets; null where `next` is the key already.
 * Refuses where `old` is not the key, a secret does not decrypt, or a Provost is connected.
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

/** A process that kept the old key would sign and encrypt with it, beyond recovery. */
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
  let done = 0;
  for (const { purpose, table, key, of, called } of SEALED) {
    const keys = { from: deriveKey(old, purpose), to: deriveKey(next, purpose) };
    await run(
      `declare kept no scroll cursor for select ctid::text as place, ${key} as key, sealed from ${table}`,
    );
    for (let batch = BATCH; batch === BATCH; done += batch) {
      const { rows } = await run<{ place: string; key: string; sealed: Buffer }>(`fetch ${BATCH} from kept`);
      for (const row of rows) {
        const sealed = resealed(keys, of(row.key), row.sealed, called(row.key));
        await run(`update ${table} set sealed = $2 where ctid = $1::tid`, [row.place, sealed]);
      }
      batch = rows.length;
    }
    await run('close kept');
  }
  return done;
}

/** All encrypted columns: the table, its id, and the name the encryption is bound to. */
const SEALED = [
  {
    purpose: 'draw secrets',
    table: 'draw_secrets',
    key: 'event_id::text',
    of: (key: string) => drawSecretOf(Number(key)),
    called: (key: string) => `secret of event ${key}`,
  },
  {
    purpose: 'payment secrets',
    table: 'payment_secrets',
    key: `(user_id || ' ' || field)`,
    of: (key: string) => paymentSecretOf(...userAndField(key)),
    called: (key: string) => `payment setting ${userAndField(key)[1]} of user ${userAndField(key)[0]}`,
  },
  {
    purpose: 'payment secrets',
    table: 'payout_details',
    key: 'payout_id::text',
    of: (key: string) => payoutDetailsOf(Number(key)),
    called: (key: string) => `account of payout ${key}`,
  },
  {
    purpose: 'payment secrets',
    table: 'payout_files',
    key: 'batch_id::text',
    of: (key: string) => payoutFileOf(Number(key)),
    called: (key: string) => `file of payout batch ${key}`,
  },
  {
    purpose: 'second factors',
    table: 'one_time_codes',
    key: 'admin_id::text',
    of: (key: string) => oneTimeCodesOf(Number(key)),
    called: (key: string) => `second factor of admin ${key}`,
  },
  {
    purpose: 'payment secrets',
    table: 'webhook_secrets',
    key: 'webhook_id::text',
    of: (key: string) => webhookSecretOf(Number(key)),
    called: (key: string) => `secret of webhook ${key}`,
  },
] as const;

function userAndField(key: string): [number, string] {
  const [user = '', field = ''] = key.split(' ');
  return [Number(user), field];
}

function resealed(
  keys: { from: Uint8Array; to: Uint8Array },
  of: string,
  sealed: Buffer,
  called: string,
): Buffer {
  try {
    return encrypt(keys.to, of, decrypt(keys.from, of, sealed));
  } catch {
    throw new ConfigError(`The ${called} does not open under SECRET_KEY: nothing was changed`);
  }
}
