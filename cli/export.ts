/** Moves an office out as one file: npm run export -- all [FILE.zip] [--program ID] */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { moveOut } from '../server/moving/move-out.ts';
import { fail, readId, runCommand, UsageError } from './platform.ts';

const USAGE = 'npm run export -- all [FILE.zip] [--program ID]';

try {
  await exportAll(process.argv.slice(2));
} catch (error) {
  fail(error);
}

async function exportAll(args: string[]): Promise<void> {
  const { path, program_id } = readArguments(args);
  await runCommand(async ({ files }, ownerUrl) => {
    const begun = performance.now();
    const draft = `${path}.part`;
    try {
      // Whoever may read it may sign in as nobody, but knows everybody.
      const out = createWriteStream(draft, { mode: 0o600 });
      const { manifest, missing } = await moveOut({ ownerUrl, files, program_id }, out);
      await rename(draft, path);
      for (const image of missing) console.log(`${image} is gone`);
      const rows = Object.values(manifest.files).reduce((sum, file) => sum + file.rows, 0);
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(
        `${rows} rows and images in ${Object.keys(manifest.files).length} files, ${path}, in ${seconds} s`,
      );
    } finally {
      await rm(draft, { force: true });
    }
  });
}

function readArguments(args: string[]): { path: string; program_id: number | null } {
  const { values, positionals } = parse(args);
  const [kind, path, ...more] = positionals;
  if (kind !== 'all' || more.length > 0) throw new UsageError(USAGE);
  const program_id = values.program === undefined ? null : readId('--program', values.program);
  const day = new Date().toISOString().slice(0, 10);
  return { path: path ?? `provost-${program_id ?? 'all'}-${day}.zip`, program_id };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { program: { type: 'string' } } });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}: ${USAGE}`);
  }
}
