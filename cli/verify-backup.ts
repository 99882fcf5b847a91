/** Verifies a restored copy: npm run backup:verify, with its DATABASE_URL, its files and the key of its time. */
import { pino } from 'pino';
import { readConfig } from '../server/config.ts';
import { openLog } from '../server/log.ts';
import { checkDatabase } from '../server/start-checks.ts';
import { checkBackup } from './backup/backup-checks.ts';
import { fail } from './platform.ts';

try {
  const config = readConfig(process.env);
  if (config.databaseUrl) await checkDatabase(config.databaseUrl);
  const log = openLog('warn', pino.destination({ dest: 2, sync: true }));
  for (const { part, text, fault } of await checkBackup(config, log)) {
    console.log(`${fault ? 'FAULT' : 'ok   '}  ${part.padEnd(8)}  ${fault ?? text}`);
    if (fault) process.exitCode = 1;
  }
} catch (error) {
  fail(error);
}
