/** Brings a database to the present: plain SQL migrations, the job tables, and the two roles the server signs in as. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { deriveKey } from '../config.ts';

const FOLDER = path.join(import.meta.dirname, 'migrations');

/**
 * Migrates as the owner (`url`) and answers the addresses that the server uses from then on. Several processes may
 * start at once. The passwords of the two roles come from the secret, so that every process of one installation
 * has the same; each database has roles of its own.
 */
export async function migrate(url: string, secret: Buffer): Promise<{ global: string; scoped: string }> {
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { error } = await new Migrator({ db: owner, provider: sqlFiles }).migrateToLatest();
    if (error instanceof Error) throw error;
    if (error) throw new Error('a migration failed', { cause: error });
    return await owner.connection().execute(async (connection) => {
      await connection.executeQuery(
        CompiledQuery.raw("select pg_advisory_lock(hashtextextended('provost roles', 0))"),
      );
      await installJobs(url);
      const names = await createRoles(connection, secret);
      await connection.executeQuery(
        CompiledQuery.raw("select pg_advisory_unlock(hashtextextended('provost roles', 0))"),
      );
      return { global: as(url, names.global, secret), scoped: as(url, names.scoped, secret) };
    });
  } finally {
    await owner.destroy();
  }
}

/** The names of the two sign-in roles of a database. */
export function roleNames(database: string): { global: string; scoped: string } {
  const stem = database.slice(0, 40);
  return { global: `${stem}_provost_global`, scoped: `${stem}_provost_scoped` };
}

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'));
    const entries = names.map(async (name) => {
      const text = await readFile(path.join(FOLDER, name), 'utf8');
      const up = async (db: Kysely<unknown>) => void (await db.executeQuery(CompiledQuery.raw(text)));
      return [name.slice(0, -'.sql'.length), { up }] as const;
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

async function createRoles(connection: Kysely<unknown>, secret: Buffer) {
  const run = (text: string, values: unknown[] = []) =>
    connection.executeQuery<{ [key: string]: string }>(CompiledQuery.raw(text, values));
  const { rows } = await run('select current_database() as name');
  const names = roleNames(rows[0]?.name ?? '');
  for (const [kind, name] of Object.entries(names)) {
    const known = await run('select 1 from pg_roles where rolname = $1', [name]);
    const quoted = pg.escapeIdentifier(name);
    const password = pg.escapeLiteral(rolePassword(secret, name));
    await run(`${known.rows.length > 0 ? 'alter' : 'create'} role ${quoted} login password ${password}`);
    await run(`grant provost_${kind} to ${quoted}`);
  }
  await run(`grant usage on schema pgboss to provost_global`);
  await run(`grant select, insert, update, delete on all tables in schema pgboss to provost_global`);
  await run(`grant execute on all functions in schema pgboss to provost_global`);
  await run(`grant usage, select on all sequences in schema pgboss to provost_global`);
  return names;
}

function rolePassword(secret: Buffer, name: string): string {
  return deriveKey(secret, `database role ${name}`).toString('base64url');
}

function as(url: string, name: string, secret: Buffer): string {
  const address = new URL(url);
  address.username = encodeURIComponent(name);
  address.password = encodeURIComponent(rolePassword(secret, name));
  return address.href;
}
