/** One PostgreSQL for the whole run, and in it a migrated template that every test file copies. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../server/db/embedded/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { buildExampleSite } from './example-site.ts';
import { makeQuickFolder } from './quick-folder.ts';
import { stripOnce } from './stripped.ts';
import { sharedDatabase, TEST_SECRET, type TestDatabase } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: TestDatabase;
  }
}

/** Starts the database (`TEST_DATABASE_URL` names another one), provides its address, answers the way to end it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Once: two files that build it would take it from under each other.
  await buildExampleSite();
  const { folder, remove } = await makeQuickFolder();
  // Of every process of the run.
  process.env.TMPDIR = folder;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${stripOnce(folder)}`.trim();
  // Whatever else the machine does: no test but those of limits is to meet one.
  process.env.TIME_LIMITS ??= '20';
  // Of the servers and commands that tests start, which each compile the same.
  process.env.NODE_COMPILE_CACHE ??= path.join(folder, 'compiled');
  const { testDatabase, stop } = given() ?? (await startTestDatabase());
  project.provide('testDatabase', testDatabase);
  return async () => {
    await stop();
    await remove();
  };
}

/** Whoever has started it ends it. */
function given() {
  const shared = sharedDatabase();
  return shared && { testDatabase: shared.testDatabase, stop: async () => {} };
}

export async function startTestDatabase(): Promise<{
  testDatabase: TestDatabase;
  stop: () => Promise<void>;
}> {
  const server = process.env.TEST_DATABASE_URL ? outside(process.env.TEST_DATABASE_URL) : await embedded();
  const template = `provost_test_${process.pid}_${Date.now().toString(36)}`;
  // As the embedded one is: an order and a lower case that do not depend on the server's own.
  const collation = "encoding 'UTF8' locale_provider icu icu_locale 'und' locale 'C'";
  await onServer(server.url, `create database ${template} template template0 ${collation}`);
  const urls = await migrate(databaseUrl(server.url, template), TEST_SECRET);
  return { testDatabase: { server: server.url, template, ...urls }, stop: () => server.stop(template) };
}

function outside(url: string) {
  return { url, stop: (template: string) => dropAll(url, template) };
}

/** What a run leaves on a server that outlives it: its databases, and the roles of copies that were migrated anew. */
async function dropAll(url: string, template: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where datname like $1',
    [`${template}%`],
  );
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`);
  const roles = await admin.query<{ rolname: string }>('select rolname from pg_roles where rolname like $1', [
    `${template}%`,
  ]);
  for (const { rolname } of roles.rows) await admin.query(`drop role if exists ${rolname}`);
  await admin.end();
}

async function embedded() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'provost-test-'));
  // As root the database runs as another user, who must be able to reach its folder.
  await chmod(dataDir, 0o755);
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    // Hundreds of databases would be looked at in turn, all the time.
    autovacuum: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
  };
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: postgres.url, stop };
}

function databaseUrl(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
