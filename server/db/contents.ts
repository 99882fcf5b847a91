/** What an empty database starts with. Specification: Running it. */
import { hashPassword } from '../../features/auth/server/passwords.ts';
import { type Config, ConfigError, isLoopback } from '../config.ts';
import { asSystem, transact, type Within } from '../context.ts';
import type { Platform } from '../platform.ts';
import { lock, type Trx } from './client.ts';
import { asOwner } from './migrate.ts';

const DEMO_PASSWORD = 'demo-password';

/** The name under which `settings` remembers that this is a demo, with the hash that opens its accounts. */
const DEMO = 'demo';

/**
 * Fills a database that has no admin: with demo data where the settings ask for it (`auto` means on the embedded
 * database alone), else with the first superadmin of ADMIN_EMAIL. Several processes may start at once; a killed one
 * leaves nothing. Answers how to get in, for the terminal. Refuses to serve accounts of the demo's known password
 * beyond this machine. A demo that was made is counted as the owner, so that its lists are quick from the first on.
 */
export async function prepareContents(
  platform: Platform,
  embedded: boolean,
  ownerUrl: string,
): Promise<string> {
  const { config } = platform;
  let filled = false;
  const notice = await transact(asSystem(platform, 'start'), async (within) => {
    const trx = within.db;
    await lock(trx, 'contents');
    if (await isEmpty(trx, 'admins')) {
      const wantsDemo = config.demo === true || (config.demo === 'auto' && embedded);
      // Demo rows have ids of their own choice, which would meet those of programs that stand already.
      if (wantsDemo && (await isEmpty(trx, 'programs'))) {
        await fillDemo(within);
        filled = true;
      } else if (config.adminEmail && config.adminPassword) {
        await makeFirstAdmin(trx, config.adminEmail, config.adminPassword);
      } else {
        return '  Nobody can sign in yet: stop it, set ADMIN_EMAIL and ADMIN_PASSWORD, and start it again.\n';
      }
    }
    return demoNotice(trx, config);
  });
  // Of a table of others PostgreSQL skips the counting, without an error.
  if (filled) await asOwner(ownerUrl, (run) => run('analyze'));
  return notice;
}

async function isEmpty(trx: Trx, table: 'admins' | 'programs'): Promise<boolean> {
  return !(await trx.selectFrom(table).select('id').limit(1).executeTakeFirst());
}

async function fillDemo(within: Within): Promise<void> {
  const { db: trx, platform } = within;
  const { log } = platform;
  log.info('making the demo data');
  const begun = performance.now();
  const password_hash = await hashPassword(DEMO_PASSWORD, 'start');
  // Loaded only here: an installation that is no demo never reads it.
  const { makeDemo } = await import('./demo.ts');
  await makeDemo(within, password_hash);
  await trx
    .insertInto('settings')
    .values({ name: DEMO, value: JSON.stringify({ password_hash }) })
    .execute();
  log.info({ seconds: Math.round((performance.now() - begun) / 100) / 10 }, 'demo data made');
}

async function makeFirstAdmin(trx: Trx, email: string, password: string): Promise<void> {
  await trx
    .insertInto('admins')
    .values({
      email: email.trim().toLowerCase(),
      password_hash: await hashPassword(password, 'start'),
      permissions: ['superadmin'],
    })
    .execute();
}

async function demoNotice(trx: Trx, config: Config): Promise<string> {
  const demo = await trx.selectFrom('settings').select('value').where('name', '=', DEMO).executeTakeFirst();
  if (!demo) return '';
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
  const { seeDemoUsers } = await import('../../features/site-users/server/demo-seen.ts');
  await seeDemoUsers(trx);
  const accounts = open.slice(0, 3).map(({ email }) => `    ${email}\n`);
  return `  A demo. Sign in with the password ${DEMO_PASSWORD} as\n${accounts.join('')}`;
}
