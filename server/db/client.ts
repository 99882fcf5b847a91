/**
 * Connections to PostgreSQL. Row-level security decides by the role and, for the scoped role, by the program
 * the transaction names; a handle without a scope sees no guarded row (specification: Roles and programs).
 */
import {
  CompiledQuery,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type IsolationLevel,
  Kysely,
  PostgresDialect,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { must } from '../../core/must.ts';
import { statementSeconds } from '../trace/trace.ts';
import { cutOff, pool, probe, reach, settingsOf } from './connections/pools.ts';
import { cutSilence } from './connections/silence.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { NoConnection, noteLoss } from './outages.ts';
import type { Urls } from './roles.ts';
import { NO_SCOPE, type Said, type Scope, sayingClient, scopeKey, signedScope, signedSite } from './scope.ts';
import type { DB } from './types.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

export type Database = {
  /** Every program: for global admins, jobs and the platform itself. */
  everything: Db;
  /** The same over a few separate connections, for callers who have not signed in yet. */
  signIn: Db;
  /** No guarded row. */
  nobody: Db;
  /** The rows of one program, or of all for program 0; writes are in the admin's name, or in nobody's without one. */
  forProgram(programId: number, adminId?: number): Db;
  /** The rows that the site of one program may see and change; with `imports` history, which comes by no key. */
  forSite(programId: number, imports?: boolean): Db;
  /** Opens a separate connection, outside of the pools, for long reads. */
  snapshot(programId: number): Promise<Snapshot>;
  /** Resolves once the database answers on a new connection. */
  probe(): Promise<void>;
  pools(): readonly PoolState[];
  /** Waits briefly for running work. */
  close(): Promise<void>;
};

export type PoolState = { name: string; open: number; idle: number; most: number; waiting: number };

/** A read-only transaction on one program's rows; its owner closes the connection. */
export type Snapshot = {
  client: pg.Client;
  /** The backend's process id for `pg_cancel_backend`, which a pooler hides. */
  pid: number;
};

type Connections = Pick<pg.Pool, 'connect' | 'end'>;

/** The most connections for signing in, however many people do. */
const SIGN_IN_CONNECTIONS = 3;

/** The most cached handles, one per program and admin; making one costs microseconds. */
const MOST_HANDLES = 1_000;

/** Milliseconds that a query may still run after `close`. */
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Opens the pools, `max` connections each, few for sign-in; whoever waits for one longer than so many milliseconds meets
 * an outage. A flow that holds one is refused a second.
 */
export function openDatabase(urls: Urls, max = 10, connectionTimeoutMs?: number): Database {
  const open = (url: string, most = max) => pool(url, most, connectionTimeoutMs);
  const globalPool = open(urls.global);
  const scopedPool = open(urls.scoped);
  const sitePool = open(urls.site);
  const signInPool = open(urls.global, SIGN_IN_CONNECTIONS);
  const key = scopeKey(urls.scoped);
  const kysely = handles();
  const everything = kysely(saidOver(globalPool));
  const scoped = new Map<string, Db>();
  const saying = (name: string, through: pg.Pool, said: () => Said) => {
    const known = scoped.get(name);
    if (known) return known;
    if (scoped.size >= MOST_HANDLES) scoped.clear();
    const made = kysely(saidOver(through, [said()]));
    scoped.set(name, made);
    return made;
  };
  const inScope = (name: string, said: () => string) =>
    saying(name, scopedPool, () => ({ setting: 'provost.scope', value: said() }));
  const apart = new Set<pg.Client>();
  const pools = [globalPool, scopedPool, sitePool, signInPool];
  const unwatched = cutSilence(pools, { reach: () => reach(urls.global), cut: cutOff });
  return {
    everything,
    snapshot: async (programId) => {
      const client = new pg.Client(settingsOf(programId === 0 ? urls.global : urls.scoped));
      apart.add(client);
      client.on('error', noteLoss);
      client.once('end', () => apart.delete(client));
      try {
        await client.connect();
        return { client, pid: await beginSnapshot(client, signedScope(key, scopeOf(programId))) };
      } catch (error) {
        void client.end().catch(() => {});
        apart.delete(client);
        throw new NoConnection(error);
      }
    },
    probe: () => probe(urls.global),
    signIn: kysely(saidOver(signInPool)),
    nobody: inScope(NO_SCOPE, () => NO_SCOPE),
    forProgram: (programId, adminId) => {
      if (programId === 0) return everything;
      const scope = scopeOf(programId, adminId);
      return inScope(`${scope.program_id}.${scope.admin_id}`, () => signedScope(key, scope));
    },
    forSite: (programId, imports = false) =>
      saying(`site ${programId}${imports ? ' imports' : ''}`, sitePool, () => ({
        setting: 'provost.site',
        value: signedSite(key, programId, imports),
      })),
    pools: () =>
      Object.entries({ global: globalPool, scoped: scopedPool, site: sitePool, sign_in: signInPool }).map(
        ([name, { totalCount, idleCount, waitingCount, options }]) => ({
          name,
          open: totalCount,
          idle: idleCount,
          most: options.max ?? 0,
          waiting: waitingCount,
        }),
      ),
    close: async () => {
      unwatched();
      for (const client of apart) cutOff(client);
      const cut = setTimeout(() => {
        for (const { clients } of pools) for (const client of clients) cutOff(client);
      }, CLOSE_TIMEOUT_MS);
      await Promise.all(pools.map((each) => each.end()));
      clearTimeout(cut);
    },
  };
}

/** Runs `work` in a transaction, or in the one it is inside already. The isolation level is set at the start, before the scope. */
export function inTransaction<Result>(
  db: Db,
  work: (trx: Trx) => Promise<Result>,
  isolation: IsolationLevel = 'read committed',
): Promise<Result> {
  if (db.isTransaction) return work(db as Trx);
  const begun = db.transaction();
  return (isolation === 'read committed' ? begun : begun.setIsolationLevel(isolation)).execute(work);
}

/** Holds a named lock until the transaction ends; `shared` locks coexist. */
export async function lock(
  trx: Trx,
  name: string,
  mode: 'exclusive' | 'shared' = 'exclusive',
): Promise<void> {
  const call = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await trx.executeQuery(CompiledQuery.raw(`select ${call}(hashtextextended($1, 0))`, [name]));
}

/** Holds named locks until the transaction ends, taken in the order given; `shared` locks coexist. */
export async function lockAll(
  trx: Trx,
  names: readonly string[],
  mode: 'exclusive' | 'shared' = 'exclusive',
): Promise<void> {
  const call = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await trx.executeQuery(
    CompiledQuery.raw(
      `select ${call}(hashtextextended(name, 0))
       from unnest($1::text[]) with ordinality as n (name, place) order by place`,
      [names],
    ),
  );
}

/** Makes handles of one database that know of each other, whatever their pool and scope. */
function handles(): (connections: Connections) => Db {
  const guarded = oneAtATime();
  return (connections) => {
    const dialect = new PostgresDialect({ pool: connections as pg.Pool });
    const driver = dialect.createDriver();
    void driver.init();
    const provider = guarded(new DefaultConnectionProvider(driver));
    const executor = new DefaultQueryExecutor(
      dialect.createQueryCompiler(),
      dialect.createAdapter(),
      provider,
    );
    return new Kysely<DB>({ config: { dialect }, dialect, driver, executor });
  };
}

/** Connections of a pool that say `said` with each transaction, and how long a request's statements may take. */
function saidOver(pool: pg.Pool, said: readonly Said[] = []): Connections {
  return {
    connect: async () => {
      const seconds = statementSeconds();
      const bounded: Said[] = seconds > 0 ? [{ setting: 'statement_timeout', value: `${seconds}s` }] : [];
      const first = [...said, ...bounded];
      const client = await connected(pool);
      return first.length > 0 ? sayingClient(client, first) : client;
    },
    end: async () => {},
  } as unknown as Connections;
}

function scopeOf(program_id: number, admin_id = 0): Scope {
  return { program_id, admin_id };
}

async function beginSnapshot(client: pg.Client, scope: string): Promise<number> {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ pid: number }>(
    `select pg_backend_pid() as pid, set_config('provost.scope', $1, true)`,
    [scope],
  );
  return must(rows[0], 'process of the connection').pid;
}

function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch((error: unknown) => {
    throw new NoConnection(error);
  });
}
