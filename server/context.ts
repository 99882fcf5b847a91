/** What a call works within: who asks, what they may see, its transaction, and the platform beneath. */
import { type Expression, type IsolationLevel, type SqlBool, sql } from 'kysely';
import { type Actor, isGlobal } from '../core/access.ts';
import { type Db, inTransaction, type Trx } from './db/client.ts';
import type { Platform } from './platform.ts';

export type Context = {
  platform: Platform;
  actor: Actor;
  /** The database as the actor may see it; inside `transact`, the transaction. */
  db: Db;
  address: string;
  request_id: string;
};

/** The same inside a transaction, which ends with the work that was given it. */
export type TransactionContext = Context & { db: Trx };

export type Call = Context & {
  /** The session of the access token; none on public routes. */
  session_id: string | null;
  headers: {
    authorization: string | undefined;
    idempotency_key: string | undefined;
    user_agent: string;
    refresh_cookie: string | null;
  };
  /** Body and query as they came, before the parameters of the path were put over them. */
  sent: readonly unknown[];
  /** Headers for the answer. */
  answer: (name: string, value: string) => void;
};

/** Runs `work` in a transaction, or in the one that the context carries already. */
export function transact<Given extends Context, Result>(
  context: Given,
  work: (tx: Given & { db: Trx }) => Promise<Result>,
  isolation?: IsolationLevel,
): Promise<Result> {
  return inTransaction(context.db, (db) => work({ ...context, db }), isolation);
}

/**
 * The same above programs, for what no program's staff may read or write by itself; `signIn` over the few connections of
 * those who have not signed in. `work` decides what the actor may do there.
 */
export function transactWithoutTenantScope<Given extends Context, Result>(
  context: Given,
  work: (tx: Given & { db: Trx }) => Promise<Result>,
  over: 'everything' | 'signIn' = 'everything',
): Promise<Result> {
  return transact({ ...context, db: context.platform.database[over] }, work);
}

/**
 * The context above programs, as `asPlatform` gives it to its work, for a single statement, which needs no transaction
 * around it. Inside a transaction it would ask for a second connection, which is refused.
 */
export function withoutTenantScope<Given extends Context>(context: Given): Given {
  return { ...context, db: context.platform.database.everything };
}

/** The platform itself at work; `job` is what the audit calls it by, `actor` whom it works for. */
export function asSystem(platform: Platform, job: string, actor: Actor = SYSTEM): Context {
  return {
    platform,
    actor,
    db: platform.database.forProgram(actor.program_id, actor.admin_id),
    address: '',
    request_id: job,
  };
}

/** The platform itself: every program, and nobody's name. */
export const SYSTEM: Actor = {
  admin_id: 0,
  email: '',
  program_id: 0,
  role: 'superadmin',
  permissions: ['superadmin'],
};

/** Who is asking where nobody has signed in: no rights, no rows. */
export const NOBODY: Actor = { admin_id: 0, email: '', program_id: -1, role: 'admin', permissions: [] };

/**
 * The one scope (house rule 5): a condition under which a row of the program in `column` is the actor's to see.
 * Every read of a program's rows carries it; row-level security says the same beneath.
 */
export function visibleTo(actor: Actor, column: string): Expression<SqlBool> {
  return isGlobal(actor) ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${actor.program_id}`;
}

/** The same of a list that is filtered by program `asked`, 0 for all: a bound admin's own, whatever it asked for. */
export function visibleIn(actor: Actor, column: string, asked: number): Expression<SqlBool> {
  const program = programOf(actor, asked);
  return program === null ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${program}`;
}

/** The program that a list is filtered by: a bound admin's own, whatever it asked for; null for all of them. */
export function programOf(actor: Actor, asked: number): number | null {
  return isGlobal(actor) ? asked || null : actor.program_id;
}
