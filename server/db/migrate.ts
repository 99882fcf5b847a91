/** Migrates a database: plain SQL migrations, the job tables, and the server's roles. Specification: Operations. */
import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { must } from '../../core/must.ts';
import { ConfigError } from '../config.ts';
import { keepFingerprint, refuseForeignKey } from './keys/key-fingerprint.ts';
import { refuseReplica } from './replica/refuse-replica.ts';
import { type Run, setRoles, type Urls } from './roles.ts';
import { type Applied, compare, type Migration, readMigrations, tooLate } from './versions/migrations.ts';

/** Times that a migration of a database in use asks for a lock, a second apart, before the operator has to look. */
const LOCK_ATTEMPTS = 60;

/** The SQLSTATE of a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Outcome of a run: the server's addresses, what was applied, and the contractions that were left. */
export type Migrated = { urls: Urls; applied: readonly Migration[]; left: readonly Migration[] };

/**
 * Migrates as the owner (`url`) and returns the server's addresses. Safe for processes that start together;
 * refuses a foreign secret before any change, and a database of a later version that this one cannot run on. The
 * roles' passwords derive from the secret, so all processes share them.
 */
export async function migrate(url: string, secret: Buffer): Promise<Urls> {
  return (await migrateUpTo(url, secret, 'contract')).urls;
}

/** Migrates as `migrate`, but only up to the first contraction where `upTo` is `expand`: the version before runs on. A new database gets all. */
export async function migrateUpTo(
  url: string,
  secret: Buffer,
  upTo: Migration['kind'],
  known?: readonly Migration[],
): Promise<Migrated> {
  const migrations = known ?? (await readMigrations());
  return asOwner(url, async (run, database, owner) => {
    await refuseReplica(run, url);
    await refuseForeignKey(run, url, database, secret);
    const before = await appliedTo(run);
    const compared = compare(migrations, before);
    const refused = tooLate(compared);
    if (refused) throw new ConfigError(refused);
    const { pending, later } = compared;
    const firstLeft = pending.findIndex(({ kind }) => kind === 'contract');
    const isLeft = before.length > 0 && upTo === 'expand' && firstLeft >= 0;
    const applied = isLeft ? pending.slice(0, firstLeft) : pending;
    // Kysely takes a migration that it does not know for damage.
    if (later.length === 0) await apply(owner, migrations, applied, before.length === 0);
    await note(run, migrations);
    // First: a crash from here on leaves a database that takes this key and no other.
    await keepFingerprint(run, secret);
    await installJobs(url);
    const urls = await setRoles(run, url, database, secret);
    return { urls, applied, left: pending.slice(applied.length) };
  });
}

/** Applies migrations in their order: a new database's all at once, others one by one, so that each holds its locks briefly. */
async function apply(
  owner: Kysely<unknown>,
  known: readonly Migration[],
  pending: readonly Migration[],
  isNew: boolean,
): Promise<void> {
  const ups = known.map((migration) => [migration.name, { up: upOf(migration, isNew) }] as const);
  const migrator = new Migrator({
    db: owner,
    provider: { getMigrations: async () => Object.fromEntries(ups) },
  });
  if (isNew) throwOf((await migrator.migrateToLatest()).error);
  else for (const migration of pending) await step(migrator, migration);
}

/** Applies the next migration; a lock that a long transaction holds is asked for again, as whoever waits behind it would wait too. */
async function step(migrator: Migrator, { name, isApart }: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { error } = await migrator.migrateUp({ disableTransactions: isApart });
    if ((error as { code?: string } | undefined)?.code !== LOCK_NOT_AVAILABLE) return throwOf(error);
    if (attempt === LOCK_ATTEMPTS)
      throw new ConfigError(
        `DATABASE_URL: ${name} asked ${LOCK_ATTEMPTS} times for a lock that another transaction holds; end that one (pg_stat_activity shows it), and run it again`,
      );
    await setTimeout(1000);
  }
}

function upOf({ name, kind, text, isApart }: Migration, isNew: boolean) {
  return async (db: Kysely<unknown>): Promise<void> => {
    const run: Run = async <Row extends object>(query: string, values: unknown[] = []) => {
      const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(query, values));
      return { rows };
    };
    // Nobody waits for a table of a new database, whose migrations are one transaction.
    if (isNew) return void (await run(isApart ? text.replace(/\bindex concurrently\b/i, 'index') : text));
    if (isApart) await dropUnfinished(run, text);
    else await run(`set local lock_timeout = '2s'`);
    await run(text);
    // In its transaction: a server of the version before must not take a database for its own that has gone on.
    if (await isThere(run, 'public.schema_versions'))
      await run(
        'insert into public.schema_versions (name, kind) values ($1, $2) on conflict (name) do nothing',
        [name, kind],
      );
  };
}

/** Drops the index of a migration that an attempt before has begun and not finished: it is kept up and answers nothing. */
async function dropUnfinished(run: Run, text: string): Promise<void> {
  const [, after = ''] = text.toLowerCase().split('index concurrently ');
  const name = /^\w+/.exec(after.trimStart().replace('if not exists ', ''))?.[0];
  if (!name) return;
  const { rows } = await run('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    `public.${name}`,
  ]);
  if (rows.length > 0) await run(`drop index concurrently if exists public.${pg.escapeIdentifier(name)}`);
}

async function isThere(run: Run, table: string): Promise<boolean> {
  const { rows } = await run<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
  return rows[0]?.there === true;
}

function throwOf(error: unknown): void {
  if (error instanceof Error) throw error;
  if (error) throw new Error('a migration failed', { cause: error });
}

/** The migrations of a database, with their kinds where a version that knew kinds has applied them. */
async function appliedTo(run: Run): Promise<Applied[]> {
  if (!(await isThere(run, 'public.kysely_migration'))) return [];
  const kinds = (await isThere(run, 'public.schema_versions'))
    ? 'left join public.schema_versions v using (name)'
    : 'left join (select null::text as name, null::text as kind) v using (name)';
  const { rows } = await run<Applied>(
    `select name, coalesce(v.kind, 'contract') as kind from public.kysely_migration m ${kinds} order by name`,
  );
  return rows;
}

/** Tells servers that are not the owner which migrations there are, once there is a place for it. */
async function note(run: Run, known: readonly Migration[]): Promise<void> {
  if (!(await isThere(run, 'public.schema_versions'))) return;
  await run(
    `insert into public.schema_versions (name, kind)
     select m.name, k.kind from public.kysely_migration m join unnest($1::text[], $2::text[]) as k (name, kind) using (name)
     on conflict (name) do nothing`,
    [known.map(({ name }) => name), known.map(({ kind }) => kind)],
  );
}

/** Runs work on the database as its owner, one process at a time. */
export async function asOwner<Result>(
  url: string,
  work: (run: Run, database: string, owner: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    // Of a transaction: it ends with its connection whatever becomes of this process, and no pooler hands it on.
    return await owner.transaction().execute(async (held) => {
      await held.executeQuery(CompiledQuery.raw(PATIENT));
      // Asked again and again: whoever waits within one statement keeps a concurrent index from being finished.
      while (!(await held.executeQuery<{ held: boolean }>(CompiledQuery.raw(HOLD))).rows[0]?.held)
        await setTimeout(HOLD_PAUSE_MS);
      return owner.connection().execute(async (connection) => {
        const run: Run = async <Row extends object>(text: string, values: unknown[] = []) => {
          const { rows } = await connection.executeQuery<Row>(CompiledQuery.raw(text, values));
          return { rows };
        };
        const { rows } = await run<{ name: string }>('select current_database() as name');
        return work(run, must(rows[0], 'name of the database').name, owner);
      });
    });
  } finally {
    await owner.destroy();
  }
}

/** Milliseconds between two tries to be the one process that is at it. */
const HOLD_PAUSE_MS = 100;

const HOLD = `select pg_try_advisory_xact_lock(hashtextextended('provost owner', 0)) as held`;

/** Keeps the transaction of the lock open however long the work takes, despite timeouts for idle ones. */
const PATIENT = `
  select count(set_config(name, '0', true)) from pg_settings
  where name in ('idle_in_transaction_session_timeout', 'transaction_timeout', 'lock_timeout', 'statement_timeout')`;

async function installJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
}
