import { pino } from 'pino';
import { type Config, readConfig } from '../server/config.ts';
import { type Context, SYSTEM } from '../server/context.ts';
import type { Database, Db } from '../server/db/client.ts';
import type { Platform } from '../server/platform.ts';
import { TEST_KEYS } from './test-database.ts';

/** A platform without a server: its database, its keys, and what of the configuration a test needs. */
export function platformOn(database: Database, config: Partial<Config> = {}): Platform {
  // A platform has a server's jobs and files as well, which what is tested here asks for nowhere.
  const { payoutSliceLines, recalculationSliceCharges } = readConfig({});
  return {
    ...TEST_KEYS,
    database,
    config: { payoutSliceLines, recalculationSliceCharges, ...config },
    log: pino({ level: 'silent' }),
  } as unknown as Platform;
}

/** The platform itself at work on the database of a test, with the rights of this admin where one is named. */
export function system(db: Db, actor: Partial<Context['actor']> = {}): Context {
  // Whoever is tested with one connection alone asks the platform for no database of its own.
  const platform = { ...TEST_KEYS, config: readConfig({}) } as unknown as Platform;
  return { platform, actor: { ...SYSTEM, ...actor }, db, address: '', request_id: 'test' };
}
