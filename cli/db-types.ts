/** Writes server/db/types.ts and schema.sql from a freshly migrated database; with `--check`, fails where one has drifted. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/db/embedded/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { schemaText } from './schema-text.ts';

const FOLDER = path.join(import.meta.dirname, '..', 'server', 'db');

const dataDir = await mkdtemp(path.join(tmpdir(), 'provost-types-'));
await chmod(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
try {
  await migrate(postgres.url, Buffer.alloc(32));
  const made = path.join(dataDir, 'types.ts');
  await promisify(execFile)('kysely-codegen', [
    '--dialect',
    'postgres',
    '--url',
    postgres.url,
    '--include-pattern',
    'public.*',
    '--exclude-pattern',
    'public.kysely_*',
    '--out-file',
    made,
    '--numeric-parser',
    'number',
    '--type-mapping',
    JSON.stringify({ int8: 'number', timestamptz: 'string', numeric: 'number', bytea: 'Buffer' }),
  ]);
  await keep('types.ts', await readFile(made, 'utf8'));
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  await keep('schema.sql', await schemaText(owner));
  await owner.end();
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function keep(name: string, text: string): Promise<void> {
  const file = path.join(FOLDER, name);
  if (!process.argv.includes('--check')) return writeFile(file, text);
  if (text === (await readFile(file, 'utf8').catch(() => ''))) return;
  process.stderr.write(`server/db/${name} is not what the migrations make: run npm run db:types\n`);
  process.exitCode = 1;
}
