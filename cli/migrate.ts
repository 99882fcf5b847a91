/** Migrates the database as a step of its own: npm run migrate [-- --contract], with the address of its owner. */
import { parseArgs } from 'node:util';
import { ConfigError, readConfig, resolveSecretKey } from '../server/config.ts';
import { migrateUpTo } from '../server/db/migrate.ts';
import { named } from '../server/db/versions/migrations.ts';
import { checkDatabase, refusePermission } from '../server/start-checks.ts';
import { fail } from './platform.ts';

try {
  const { values } = parseArgs({ options: { contract: { type: 'boolean', default: false } } });
  const config = readConfig(process.env);
  const { databaseUrl } = config;
  if (!databaseUrl)
    throw new ConfigError(
      'DATABASE_URL: is absent; the embedded database is migrated by the server that starts it',
    );
  await checkDatabase(databaseUrl);
  const secret = await resolveSecretKey(config);
  const upTo = values.contract ? 'contract' : 'expand';
  const { applied, left } = await migrateUpTo(databaseUrl, secret, upTo).catch(refusePermission);
  console.log(applied.length > 0 ? `Applied ${named(applied)}.` : 'Nothing to apply.');
  if (left.length > 0)
    console.log(
      `Left ${named(left)}, which a version before cannot run on: once no server of it runs, npm run migrate -- --contract`,
    );
} catch (error) {
  fail(error);
}
