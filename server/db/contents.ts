/** Initial contents of an empty database. Specification: Running it. */

import { sql } from 'kysely';
import { type Config, ConfigError } from '../config.ts';
import { asSystem, type Context, type TransactionContext, transact } from '../context.ts';
import { hashPassword, NO_PASSWORD } from '../passwords/password-hashes.ts';
import { ADVISED_PASSWORD_LENGTH, isCommonPassword } from '../passwords/staff-passwords.ts';
import type { Platform } from '../platform.ts';
import { isLoopback } from '../variables.ts';
import { loadInBulk } from './bulk/bulk-load.ts';
import { type Db, lock, type Trx } from './client.ts';
import { asOwner } from './migrate.ts';

const DEMO_PASSWORD = 'demo-password';

/** The key in `settings` that marks a demo; its value is the password hash of its accounts. */
const DEMO = 'demo';

const CONTENTS = 'contents';

/** Returns true where the settings ask for a demo (`auto`: only on the embedded database) and the database is empty. */
export async function wantsDemo(platform: Platform, embedded: boolean): Promise<boolean> {
  const { demo } = platform.config;
  return (demo === true || (demo === 'auto' && embedded)) && isBare(platform.database.everything);
}

/**
 * Fills an empty database with demo data, and one without a superadmin with the first one, ADMIN_EMAIL. Safe for
 * processes that start together; atomic. Returns the notice for the terminal. Refuses to serve the demo's
 * known password beyond this machine. Analyzes the tables as the owner, so that lists are quick at once.
 */
export async function prepareContents(
  platform: Platform,
  embedded: boolean,
  ownerUrl: string,
): Promise<string> {
  const { config } = platform;
  const system = asSystem(platform, 'start');
  if (await wantsDemo(platform, embedded)) await fillDemo(system, ownerUrl);
  return transact(system, async (tx) => {
    const { db: trx } = tx;
    await lock(trx, CONTENTS);
    const { adminEmail, adminPassword } = config;
    // A program that has moved in brings its own staff, and nobody who is above programs.
    if (!(await hasSuperadmin(trx))) {
      if (adminEmail && adminPassword) await makeFirstAdmin(trx, adminEmail, adminPassword);
      else if (await isEmpty(trx, 'admins'))
        return '  Nobody can sign in yet: stop it, set ADMIN_EMAIL and ADMIN_PASSWORD, and start it again.\n';
    }
    return (await demoNotice(tx, config)) ?? addressNotice(config) + passwordNotice(config);
  });
}

/** Demo rows have fixed ids, which would collide with those of existing programs. */
async function isBare(db: Db): Promise<boolean> {
  return (await isEmpty(db, 'admins')) && isEmpty(db, 'programs');
}

async function isEmpty(db: Db, table: 'admins' | 'programs'): Promise<boolean> {
  return !(await db.selectFrom(table).select('id').limit(1).executeTakeFirst());
}

async function hasSuperadmin(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from admins where deleted_at is null and password_hash <> ${NO_PASSWORD} and 'superadmin' = any (permissions) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function fillDemo(system: Context, ownerUrl: string): Promise<void> {
  const { platform } = system;
  const begun = performance.now();
  const password_hash = await hashPassword(DEMO_PASSWORD, 'start');
  // Loaded only here: an installation that is no demo never reads it.
  const { LARGE_TABLES, makeDemo } = await import('./demo/demo.ts');
  const filled = await loadInBulk(platform.database, ownerUrl, {
    tables: LARGE_TABLES,
    isWanted: async (trx) => {
      await lock(trx, CONTENTS);
      return isBare(trx);
    },
    run: async (trx, database) => {
      platform.log.info('making the demo data');
      const tx = { ...system, platform: { ...platform, database }, db: trx };
      await transact(tx, (inside) => makeDemo(inside, password_hash));
      await trx
        .insertInto('settings')
        .values({ name: DEMO, value: JSON.stringify({ password_hash }) })
        .execute();
    },
  });
  if (!filled) return;
  // Of a table of others PostgreSQL skips the counting, without an error.
  await asOwner(ownerUrl, (run) => run('analyze'));
  platform.log.info({ seconds: Math.round((performance.now() - begun) / 100) / 10 }, 'demo data made');
}

async function makeFirstAdmin(trx: Trx, email: string, password: string): Promise<void> {
  if (isCommonPassword(password))
    throw new ConfigError('ADMIN_PASSWORD: is one of the 10,000 most common passwords; choose another one');
  await trx
    .insertInto('admins')
    .values({
      email: email.trim().toLowerCase(),
      password_hash: await hashPassword(password, 'start'),
      permissions: ['superadmin'],
    })
    .execute();
  await sql`select found_installation()`.execute(trx);
}

async function demoNotice(tx: TransactionContext, config: Config): Promise<string | null> {
  const { db: trx } = tx;
  const demo = await trx.selectFrom('settings').select('value').where('name', '=', DEMO).executeTakeFirst();
  if (!demo) return null;
  const { password_hash } = demo.value as { password_hash: string };
  // Hashes are salted: the same hash means that nobody has chosen a password since.
  const open = await trx
    .selectFrom('admins')
    .select('email')
    .where('password_hash', '=', password_hash)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  if (open.length === 0) return '';
  if (!isLoopback(config.host)) {
    throw new ConfigError(
      `HOST: this is a demo database with a known password, and HOST=${config.host} is reachable from outside; ` +
        'set HOST to a loopback address such as 127.0.0.1, or use another database',
    );
  }
  const { AT_EACH_START } = await import('./demo/at-each-start.ts');
  for (const part of AT_EACH_START) await part(tx);
  const accounts = open.slice(0, 3).map(({ email }) => `    ${email}\n`);
  return `  A demo. Sign in with the password ${DEMO_PASSWORD} as\n${accounts.join('')}`;
}

/** Without TLS, whoever listens on the way reads passwords and takes sessions over. */
function addressNotice({ host, publicUrl }: Config): string {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || [host, hostname.replace(/^\[|\]$/g, '')].every(isLoopback)) return '';
  return '  PUBLIC_URL does not begin with https://: put a proxy with TLS in front, and set PUBLIC_URL to its address.\n';
}

function passwordNotice({ passwordMinLength: least }: Config): string {
  if (least >= ADVISED_PASSWORD_LENGTH) return '';
  const characters = least === 1 ? '1 character' : `${least} characters`;
  return `  Staff passwords can be as short as ${characters}: set PASSWORD_MIN_LENGTH to ${ADVISED_PASSWORD_LENGTH} or more.\n`;
}
