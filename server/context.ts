import { type Expression, type IsolationLevel, type SqlBool, sql } from 'kysely';
import { type Actor, isGlobal } from '../core/access.ts';
import { type Db, inTransaction, type Trx } from './db/client.ts';
import type { Platform } from './platform.ts';
import type { Site } from './sites/site-caller.ts';

export type Context = {
  platform: Platform;
  actor: Actor;
  /** The database within the actor's scope; inside `transact`, the transaction. */
  db: Db;
  address: string;
  request_id: string;
  /** The site that calls, where none of the staff does. */
  site?: Site;
};

export type TransactionContext = Context & { db: Trx };

export type Call = Context & {
  /** The session of the access token; none on public routes. */
  session_id: string | null;
  headers: {
    authorization: string | undefined;
    idempotency_key: string | undefined;
    user_agent: string;
    refresh_cookie: string | null;
    device_cookie: string | null;
    sign_on_cookie: string | null;
  };
  /** Body and query as sent, before path parameters are merged in. */
  sent: readonly unknown[];
  answer: (name: string, value: string) => void;
};

/** Runs `work` in a transaction, or in the context's own. */
export function transact<Given extends Context, Result>(
  context: Given,
  work: (tx: Given & { db: Trx }) => Promise<Result>,
  isolation?: IsolationLevel,
): Promise<Result> {
  return inTransaction(context.db, (db) => work({ ...context, db }), isolation);
}

/** Runs `work` without a program scope; it must check permissions itself. `signIn` uses the few connections of signed-out callers. */
export function transactWithoutTenantScope<Given extends Context, Result>(
  context: Given,
  work: (tx: Given & { db: Trx }) => Promise<Result>,
  over: 'everything' | 'signIn' = 'everything',
): Promise<Result> {
  return transact({ ...context, db: context.platform.database[over] }, work);
}

/** Returns the context without a program scope, for one statement; refused inside a transaction, as it takes a second connection. */
export function withoutTenantScope<Given extends Context>(context: Given): Given {
  return { ...context, db: context.platform.database.everything };
}

/** Returns the context of the platform itself; `job` is its name in the audit, `actor` the admin it works for. */
export function asSystem(platform: Platform, job: string, actor: Actor = SYSTEM): Context {
  return {
    platform,
    actor,
    db: platform.database.forProgram(actor.program_id, actor.admin_id),
    address: '',
    request_id: job,
  };
}

/** The platform as actor: all programs, no admin. */
export const SYSTEM: Actor = {
  admin_id: 0,
  email: '',
  program_id: 0,
  role: 'superadmin',
  permissions: ['superadmin'],
};

/** The actor of a signed-out call: no rights, no rows. */
export const NOBODY: Actor = { admin_id: 0, email: '', program_id: -1, role: 'admin', permissions: [] };

/** Returns the scope condition (house rule 5) on a program id `column`; every read of a program's rows carries it. */
export function visibleTo(actor: Actor, column: string): Expression<SqlBool> {
  return isGlobal(actor) ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${actor.program_id}`;
}

/** Returns the scope of a list filtered by program `asked`, 0 for all; a bound admin always gets their own program. */
export function visibleIn(actor: Actor, column: string, asked: number): Expression<SqlBool> {
  const program = programOf(actor, asked);
  return program === null ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${program}`;
}

export function programOf(actor: Actor, asked: number): number | null {
  return isGlobal(actor) ? asked || null : actor.program_id;
}
