/** Start check of poolers between server and PostgreSQL: they must keep transactions whole. */
import { sql } from 'kysely';
import { ConfigError } from '../../config.ts';
import { type Database, type Db, inTransaction } from '../client.ts';
import { isOutage } from '../outages.ts';
import type { Urls } from '../roles.ts';

/** Any program id, not necessarily an existing one: only the scope is read back. */
const ANY_PROGRAM = 2_147_483_647;

/** Throws a ConfigError for a pooler, of either role, that switches within a transaction, refuses parameters or loses the scope. */
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

/** Returns a pooler's fault and its remedy; undefined for other errors. */
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
