/** Prepares every raw statement on the real schema, without running it, and compares its columns with the type of its row: `npm run check:sql`. */
import { globSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { API, type Checker } from 'typescript/unstable/sync';
import { startEmbeddedPostgres } from '../server/db/embedded/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { type Catalogue, faultsOf, readCatalogue } from './sql/compare.ts';
import { describe } from './sql/describe.ts';
import { type Statement, statementsOf } from './sql/statements.ts';

const SOURCES = '{features/**/server,server}/**/*.ts';
const TESTS = /\.(?:test|cases)\.ts$/;

/** Ceilings for statements that cannot be read here, and for unknown row types. Two name nouns' tables, which `noun-tables.test.ts` compares. */
const MOST_UNREAD = 9;
const MOST_UNCOMPARED = 3;

/** Columns that may be null, but not in these answers. */
const NEVER_NULL = new Map([
  [
    'features/users/server/user-batches.ts',
    { column: 'email_key', why: 'every user of a file has an address' },
  ],
  ['features/user-imports/server/import-rows.ts', { column: 'reason', why: 'user_import_rows_reason' }],
  ['features/class-imports/server/import-rows.ts', { column: 'reason', why: 'class_import_rows_reason' }],
  ['features/class-imports/server/undo-part.ts', { column: 'marked_at', why: 'class_import_rows_marked' }],
  ['features/site-imports/server/import-rows.ts', { column: 'reason', why: 'site_import_rows_reason' }],
]);

export type Checked = { faults: string[]; unread: string[]; uncompared: string[]; statements: Statement[] };

export async function checkSql(
  { folder, config, files }: { folder: string; config: string; files: readonly string[] },
  connect: () => Promise<pg.Client>,
): Promise<Checked> {
  const api = new API({ cwd: folder });
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    if (!project) throw new Error(`${config} is no project`);
    const statements = statementsOf(project, files).map((statement) => ({
      ...statement,
      at: statement.at.replace(`${folder.replaceAll('\\', '/')}/`, ''),
    }));
    const client = await connect();
    const catalogue = await readCatalogue(client);
    const faults: string[] = [];
    for (const statement of statements)
      for (const fault of await tried(client, project.checker, statement, catalogue))
        faults.push(`${statement.at}: ${fault}`);
    await client.end();
    return {
      statements,
      faults: [...new Set(faults)],
      unread: statements
        .filter(({ texts }) => texts.length === 0)
        .map(({ at, missing }) => `${at}: ${missing.join(', ').replaceAll(/\s+/g, ' ')}`),
      uncompared: statements.filter(({ isTyped, row }) => isTyped && !row).map(({ at }) => at),
    };
  } finally {
    api.close();
  }
}

async function tried(
  client: pg.Client,
  checker: Checker,
  statement: Statement,
  catalogue: Catalogue,
): Promise<string[]> {
  const faults: string[] = [];
  for (const text of statement.texts)
    try {
      const columns = await describe(client, text);
      if (statement.row) faults.push(...faultsOf(checker, statement.row, { text, columns }, catalogue));
    } catch (error) {
      faults.push(`${(error as Error).message}${placeOf(error as pg.DatabaseError, text)}`);
    }
  const known = NEVER_NULL.get(statement.at.split(':', 1)[0] ?? '');
  return faults.filter((fault) => !known || !fault.startsWith(`${known.column} may be null`));
}

function placeOf({ position }: pg.DatabaseError, text: string): string {
  if (!position) return '';
  const at = Number(position);
  return `, near ${text.slice(Math.max(0, at - 40), at + 30).replaceAll(/\s+/g, ' ')}`;
}

if (import.meta.main) {
  const database = startMigrated();
  const files = globSync(SOURCES).filter((file) => !TESTS.test(file));
  const place = { folder: process.cwd(), config: 'tsconfig.server.json', files };
  const connect = async () => {
    const client = new pg.Client({ connectionString: (await database).url });
    await client.connect();
    return client;
  };
  let checked: Checked;
  try {
    checked = await checkSql(place, connect);
  } finally {
    await (await database).stop();
  }
  const { statements, faults, unread, uncompared } = checked;
  const typed = statements.filter(({ isTyped }) => isTyped).length;
  for (const line of unread) console.log(`not read: ${line}`);
  for (const line of uncompared) console.log(`row not compared: ${line}`);
  for (const line of faults) console.error(line);
  console.log(
    `${statements.length - unread.length} of ${statements.length} statements prepared, ${typed - uncompared.length} of ${typed} rows compared, ${faults.length} faults`,
  );
  if (unread.length > MOST_UNREAD) console.error(`at most ${MOST_UNREAD} may be left unread`);
  if (uncompared.length > MOST_UNCOMPARED) console.error(`at most ${MOST_UNCOMPARED} may be left uncompared`);
  const isFewer = unread.length > MOST_UNREAD || uncompared.length > MOST_UNCOMPARED;
  process.exitCode = isFewer || faults.length > 0 ? 1 : 0;
}

async function startMigrated(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'provost-sql-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } });
  await migrate(postgres.url, Buffer.alloc(32));
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: postgres.url, stop };
}
