/**
 * The connections to PostgreSQL. Row-level security decides by the role and, for the scoped role, by the program
 * that the session names; a handle that nobody gave a scope sees no guarded row (domain.md, "Who may do what"). The
 * name is signed: no statement that runs in one program's session can make it another's.
 */
import { createHash } from 'node:crypto';
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { isoMoment } from './moments.ts';
import type { DB } from './types.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

export type Database = {
  /** Every program: for global admins, jobs and the platform itself. */
  everything: Db;
  /** The same, over few connections of its own: for calls of people who have not signed in yet. */
  signIn: Db;
  /** No guarded row at all. */
  nobody: Db;
  /** The rows of one program; 0 is every program. */
  forProgram(programId: number): Db;
  close(): Promise<void>;
};

/** The key that signs the programs of scoped sessions: known to whoever holds the address of the scoped role. */
export function scopeKey(scopedUrl: string): Buffer {
  return sha256('provost scope', decodeURIComponent(new URL(scopedUrl).password));
}

/** What a scoped session says of itself to work for a program; the database checks it in `provost_scope()`. */
export function signedScope(key: Buffer, programId: number): string {
  return `${programId}.${sha256(key, sha256(key, String(programId))).toString('hex')}`;
}

type ScopedClient = pg.PoolClient & { provostScope?: string };

/** However many people are signing in, they hold no more connections than these. */
const SIGN_IN_CONNECTIONS = 3;

/** Opens the pools. URLs are those of {@link migrate}; `max` connections each, few for sign-in. */
export function openDatabase(urls: { global: string; scoped: string }, max = 10): Database {
  const globalPool = pool(urls.global, max);
  const scopedPool = pool(urls.scoped, max);
  const key = scopeKey(urls.scoped);
  const signInPool = pool(urls.global, SIGN_IN_CONNECTIONS);
  const everything = kysely(globalPool);
  const scoped = new Map<string, Db>();
  const inScope = (scope: string) => {
    const known = scoped.get(scope) ?? kysely(scopedTo(scopedPool, scope));
    scoped.set(scope, known);
    return known;
  };
  return {
    everything,
    signIn: kysely(signInPool),
    nobody: inScope(''),
    forProgram: (programId) => (programId === 0 ? everything : inScope(signedScope(key, programId))),
    close: async () => {
      await Promise.all([globalPool.end(), scopedPool.end(), signInPool.end()]);
    },
  };
}

/** Runs `work` in a transaction; inside one already, in that one. */
export function transact<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db as Trx) : db.transaction().execute(work);
}

/** Holds a named lock until the transaction ends; with `shared`, beside others that share it. */
export async function lock(
  trx: Trx,
  name: string,
  mode: 'exclusive' | 'shared' = 'exclusive',
): Promise<void> {
  const call = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await trx.executeQuery(CompiledQuery.raw(`select ${call}(hashtextextended($1, 0))`, [name]));
}

function kysely(connections: Pick<pg.Pool, 'connect' | 'end'>): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: connections as pg.Pool }) });
}

function scopedTo(connections: pg.Pool, scope: string): Pick<pg.Pool, 'connect' | 'end'> {
  return {
    // The setting outlives the checkout, so that a run of requests of one program pays for it once.
    async connect() {
      const client = (await connections.connect()) as ScopedClient;
      if (client.provostScope !== scope) {
        client.provostScope = undefined;
        await client.query("select set_config('provost.scope', $1, false)", [scope]);
        client.provostScope = scope;
      }
      return client;
    },
    end: async () => {},
  } as Pick<pg.Pool, 'connect' | 'end'>;
}

function pool(connectionString: string, max: number): pg.Pool {
  const connections = new pg.Pool({
    connectionString,
    max,
    types: { getTypeParser },
    application_name: 'provost',
  });
  // A connection that the server ends while it rests is replaced by the pool; it must not end the process.
  connections.on('error', () => {});
  return connections;
}

function sha256(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** bigint and numeric as numbers (amounts stay below 2^53), moments as ISO 8601 in UTC. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return safeNumber;
  if (oid === pg.types.builtins.TIMESTAMPTZ) return isoMoment;
  return pg.types.getTypeParser(oid, format as 'text') as unknown;
}) as typeof pg.types.getTypeParser;

function safeNumber(text: string): number {
  const value = Number(text);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new RangeError(`${text} does not fit a number`);
  return value;
}
