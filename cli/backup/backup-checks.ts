/** Checks of a copy that was restored. Specification: Operations. */
import { type RawBuilder, sql } from 'kysely';
import { verifyAudit } from '../../features/audit/server/audit-verification.ts';
import { type Config, ConfigError, resolveSecretKey } from '../../server/config.ts';
import { asSystem } from '../../server/context.ts';
import { type Database, type Db, openDatabase } from '../../server/db/client.ts';
import { refuseForeignKey } from '../../server/db/keys/key-fingerprint.ts';
import { asOwner } from '../../server/db/migrate.ts';
import { decrypt, drawSecretOf, payoutFileOf } from '../../server/encryption.ts';
import { openFiles } from '../../server/files/open-files.ts';
import { keysOf } from '../../server/keys.ts';
import type { Platform } from '../../server/platform.ts';

/** `fault` names the first difference in one line; null where all fits. */
export type Checked = { part: string; text: string; fault: string | null };

type Copy = { platform: Platform; db: Db; database: Database; secret: Buffer; url: string };
type Outcome = string | { fault: string };

const MOST_NAMED = 5;

const AT_ONCE = 20;

const PARTS: Record<string, (copy: Copy) => Promise<Outcome>> = {
  key: async ({ url, secret }) => {
    await asOwner(url, (run, database) => refuseForeignKey(run, url, database, secret));
    return 'the key is that of the database';
  },
  secrets: openSecrets,
  ledgers: compareLedgers,
  audit: async ({ platform }) => {
    const { broken, seals, entries } = await verifyAudit(asSystem(platform, 'backup:verify'));
    return broken ? { fault: broken } : `${seals} seals of ${entries} entries`;
  },
  files: findFiles,
};

/** Checks a restored copy as its owner, whatever fails in one part. `config` names its database, files and the key of its time. Writes nothing. */
export async function checkBackup(config: Config, log: Platform['log']): Promise<Checked[]> {
  const { databaseUrl: url } = config;
  if (!url) throw new ConfigError('DATABASE_URL: is absent; name the restored copy');
  const secret = await resolveSecretKey(config);
  const database = openDatabase({ global: url, scoped: url, site: url }, 2);
  try {
    const files = await openFiles(config);
    const platform: Platform = { config, database, files, jobs: IDLE, log, ...keysOf(secret) };
    const copy = { platform, db: database.everything, database, secret, url };
    const checked: Checked[] = [];
    for (const [part, check] of Object.entries(PARTS)) {
      const outcome = await check(copy).catch((error: Error) => ({
        fault: error.message.split('\n', 1)[0] ?? '',
      }));
      checked.push(
        typeof outcome === 'string' ? { part, text: outcome, fault: null } : { part, text: '', ...outcome },
      );
    }
    return checked;
  } finally {
    await database.close();
  }
}

/** A copy is looked at: nothing in it is to be worked off. */
const IDLE: Platform['jobs'] = { work: () => Promise.resolve(), stop: () => Promise.resolve() };

async function openSecrets({ db, secret }: Copy): Promise<Outcome> {
  const { drawKey, paymentKey } = keysOf(secret);
  const draw = await db.selectFrom('draw_secrets').select(['event_id', 'sealed']).limit(1).executeTakeFirst();
  if (draw) decrypt(drawKey, drawSecretOf(draw.event_id), draw.sealed);
  const file = await db.selectFrom('payout_files').select(['batch_id', 'sealed']).limit(1).executeTakeFirst();
  if (file) decrypt(paymentKey, payoutFileOf(file.batch_id), file.sealed);
  const opened = [draw && 'a secret of a draw', file && 'a payout file'].filter(Boolean);
  return opened.length > 0 ? `${opened.join(' and ')} can be read` : 'there are none';
}

/** Ledgers that add up in two places, each with a query of the first record where they do not. */
const LEDGERS: Record<string, RawBuilder<{ id: number }>> = {
  'the shares of transaction': sql`
    select c.id from charges c left join charge_lines l on l.charge_id = c.id
    where c.held is null
    group by c.id having coalesce(sum(l.amount), 0) <> c.amount or coalesce(sum(l.refunded), 0) <> c.refunded
    order by 1 limit 1`,
  'the refunds of transaction': sql`
    select c.id from charges c
    where c.refunded <> (select coalesce(sum(r.amount), 0) from refunds r where r.charge_id = c.id and r.state = 'succeeded')
    order by 1 limit 1`,
  'the LiL-T of user': sql`
    select u.id from site_users u
    where u.lilt_balance <> (select coalesce(sum(e.amount), 0) from lilt_entries e where e.user_id = u.id)
    order by 1 limit 1`,
};

async function compareLedgers({ db }: Copy): Promise<Outcome> {
  for (const [of, query] of Object.entries(LEDGERS)) {
    const { rows } = await query.execute(db);
    if (rows[0]) return { fault: `${of} #${rows[0].id} do not add up` };
  }
  const { rows } = await sql<{ charges: number }>`select count(*) as charges from charges`.execute(db);
  return `shares and refunds of ${rows[0]?.charges} transactions and all LiL-T add up`;
}

async function findFiles({ db, platform }: Copy): Promise<Outcome> {
  const { rows } = await sql<{ path: string }>`
    select path from uploads union select file_path from imports where file_path is not null
    union select file_path from audit_archives order by 1`.execute(db);
  const paths = rows.map(({ path }) => path.replace(/^\/storage\//, ''));
  const absent: string[] = [];
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE);
    const there = await Promise.all(some.map((path) => platform.files.exists(path)));
    absent.push(...some.filter((_path, place) => !there[place]));
  }
  if (absent.length === 0) return `${paths.length} are there`;
  const more = absent.length > MOST_NAMED ? ` and ${absent.length - MOST_NAMED} more` : '';
  return { fault: `missing: ${absent.slice(0, MOST_NAMED).join(', ')}${more}` };
}
