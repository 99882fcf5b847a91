import { type Context, SYSTEM } from '../server/context.ts';
import type { Db } from '../server/db/client.ts';
import type { Platform } from '../server/platform.ts';
import { TEST_SECRET } from './test-database.ts';

/** The platform itself at work on the database of a test, with the rights of this admin where one is named. */
export function system(db: Db, actor: Partial<Context['actor']> = {}): Context {
  const platform = { drawKey: TEST_SECRET, tokenKey: TEST_SECRET } as unknown as Platform;
  return { platform, actor: { ...SYSTEM, ...actor }, db, address: '', request_id: 'test' };
}
