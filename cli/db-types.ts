/** Writes server/db/types.ts from a freshly migrated database; with `--check`, fails where it has drifted. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';

const TYPES = path.join(import.meta.dirname, '..', 'server', 'db', 'types.ts');

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
  const text = await readFile(made, 'utf8');
  if (!process.argv.includes('--check')) await writeFile(TYPES, text);
  else if (text !== (await readFile(TYPES, 'utf8'))) {
    process.stderr.write('server/db/types.ts is not what the migrations make: run npm run db:types\n');
    process.exitCode = 1;
  }
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
