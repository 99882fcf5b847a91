/** Migrates a database: plain SQL migrations, the job tables, and the server's two roles. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { must } from '../../core/must.ts';
import { keepFingerprint, refuseForeignKey } from './key-fingerprint.ts';
import { type Run, setRoles, type Urls } from './roles.ts';

const FOLDER = path.join(import.meta.dirname, 'migrations');

/**
 * Migrates as the owner (`url`) and returns the server's addresses. Safe for processes that start together;
 * refuses a foreign secret before any change. The roles' passwords derive from the secret, so all processes
 * share them.
 */
export async function migrate(url: string, secret: Buffer): Promise<Urls> {
  return asOwner(url, async (run, database, owner) => {
    await refuseForeignKey(run, url, database, secret);
    const { error } = await new Migrator({ db: owner, provider: sqlFiles }).migrateToLatest();
    if (error instanceof Error) throw error;
    if (error) throw new Error('a migration failed', { cause: error });
    // First: a crash from here on leaves a database that takes this key and no other.
    await keepFingerprint(run, secret);
    await installJobs(url);
    return setRoles(run, url, database, secret);
  });
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
      await held.executeQuery(CompiledQuery.raw(HOLD));
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

/** Holds the lock however long the work takes, despite timeouts for idle transactions. */
const HOLD = `
  select pg_advisory_xact_lock(hashtextextended('provost owner', 0)),
    (select count(set_config(name, '0', true)) from pg_settings
     where name in ('idle_in_transaction_session_timeout', 'transaction_timeout', 'lock_timeout', 'statement_timeout'))`;

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    // In folders by number, as a folder holds at most 30 files; the name alone is what the database remembers.
    const files = (await readdir(FOLDER, { recursive: true })).filter((file) => file.endsWith('.sql'));
    const entries = files.map(async (file) => {
      const text = await readFile(path.join(FOLDER, file), 'utf8');
      const up = async (db: Kysely<unknown>) => void (await db.executeQuery(CompiledQuery.raw(text)));
      return [path.basename(file, '.sql'), { up }] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  },
};

async function installJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
}
