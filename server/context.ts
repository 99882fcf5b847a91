/** What a handler is given: who asks, what they may see, and the platform beneath. */
import { type Expression, type SqlBool, sql } from 'kysely';
import { type Actor, isGlobal } from '../core/access.ts';
import type { Db } from './db/client.ts';
import type { Platform } from './platform.ts';

/** Everything that lives as long as one call. */
export type Context = {
  platform: Platform;
  actor: Actor;
  /** The session of the access token; none on public routes. */
  session_id: string | null;
  /** The database as the actor may see it; inside an idempotent call, its transaction. */
  db: Db;
  address: string;
  request_id: string;
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
