/** Ties a database to its SECRET_KEY: another would lock out what runs. docs/decisions/030-one-key-a-database.md */
import pg from 'pg';
import { ConfigError } from '../../config.ts';
import { decrypt, drawSecretOf } from '../../encryption.ts';
import { deriveKey } from '../../keys.ts';
import { type Run, roleNames, roleUrls } from '../roles.ts';

/** Refuses a key that is not the database's. Without a fingerprint, one that signs in and decrypts a secret is taken, or any where nothing depends on it. */
export async function refuseForeignKey(
  run: Run,
  url: string,
  database: string,
  secret: Buffer,
): Promise<void> {
  const known = await readFingerprint(run);
  const fits = known
    ? known.equals(fingerprint(secret))
    : (await signsIn(run, url, database, secret)) && (await opensOne(run, secret));
  if (fits) return;
  throw new ConfigError(
    'SECRET_KEY: this is not the key that the database was set up with; set it to that one ' +
      '(without SECRET_KEY it is kept in DATA_DIR/secret-key), or see "Change the key" in the README',
  );
}

/** Reads the stored fingerprint; undefined before the first start that stored one. */
export async function readFingerprint(run: Run): Promise<Buffer | undefined> {
  const table = await run<{ there: boolean }>(
    `select to_regclass('public.secret_key_fingerprint') is not null as there`,
  );
  if (!table.rows[0]?.there) return undefined;
  const { rows } = await run<{ fingerprint: Buffer }>(
    'select fingerprint from public.secret_key_fingerprint',
  );
  return rows[0]?.fingerprint;
}

export async function keepFingerprint(run: Run, secret: Buffer): Promise<void> {
  await run(
    `insert into public.secret_key_fingerprint (fingerprint) values ($1)
     on conflict (one) do update set fingerprint = excluded.fingerprint`,
    [fingerprint(secret)],
  );
}

/** Returns a hash that distinguishes keys and reveals nothing else. */
export function fingerprint(secret: Buffer): Buffer {
  return deriveKey(secret, 'fingerprint');
}

async function signsIn(run: Run, url: string, database: string, secret: Buffer): Promise<boolean> {
  const known = await run('select 1 from pg_roles where rolname = $1', [roleNames(database).global]);
  if (known.rows.length === 0) return true;
  const client = new pg.Client(roleUrls(url, database, secret).global);
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    // Class 28: the password, or the role, is not let in.
    if (!(error as { code?: string }).code?.startsWith('28')) throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function opensOne(run: Run, secret: Buffer): Promise<boolean> {
  const table = await run<{ there: boolean }>(
    `select to_regclass('public.draw_secrets') is not null as there`,
  );
  if (!table.rows[0]?.there) return true;
  const { rows } = await run<{ event_id: number; sealed: Buffer }>(
    'select event_id, sealed from public.draw_secrets order by event_id limit 1',
  );
  const [kept] = rows;
  if (!kept) return true;
  try {
    decrypt(deriveKey(secret, 'draw secrets'), drawSecretOf(kept.event_id), kept.sealed);
    return true;
  } catch {
    return false;
  }
}
