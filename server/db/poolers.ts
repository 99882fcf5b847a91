/** What stands between the server and PostgreSQL must keep a transaction whole: one line at the start where it does not. */
import { sql } from 'kysely';
import { ConfigError } from '../config.ts';
import { type Database, type Db, inTransaction } from './client.ts';
import { isOutage } from './outages.ts';
import type { Urls } from './roles.ts';

/** A program that need not be there: a scope is read back, and nothing else. */
const ANY_PROGRAM = 2_147_483_647;

/**
 * Refuses, as a ConfigError, a pooler that hands a connection on within a transaction, does not take what a connection
 * begins with, or loses whom a transaction works for. Each role may have a mode of its own, so both are asked.
 */
export async function refuseForgetful(database: Database, urls: Urls): Promise<void> {
  const { hostname, port } = new URL(urls.scoped);
  const refuse = (fault: string): never => {
    throw new ConfigError(`DATABASE_URL: the pooler at ${hostname}:${port || 5432} ${fault}`);
  };
  const scoped = database.forProgram(ANY_PROGRAM);
  try {
    await inTransaction(database.everything, (trx) => sql`select 1`.execute(trx));
    const kept = [await scopeOf(scoped), await inTransaction(scoped, scopeOf)];
    if (kept.some((program) => program !== ANY_PROGRAM))
      refuse(`loses the settings of a transaction; ${CURE}`);
  } catch (error) {
    const fault = poolerFault(error);
    if (fault) refuse(fault);
    throw error;
  }
}

const CURE = 'let it pool sessions or transactions, as deploy/pgbouncer.ini does';

/** What is wrong with a pooler that answers so, and what to do; undefined where the error is not a pooler's. */
export function poolerFault(error: unknown): string | undefined {
  const { message, cause } = error as { message: string; cause?: unknown };
  if (isOutage(error) && cause) return poolerFault(cause);
  if (/statement pooling mode/i.test(message)) return `hands connections on between statements; ${CURE}`;
  if (/startup parameter/i.test(message)) {
    return 'does not take what a connection begins with; set ignore_startup_parameters = options there';
  }
  return undefined;
}

async function scopeOf(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ scope: number }>`select provost_scope() as scope`.execute(db);
  return rows[0]?.scope;
}
