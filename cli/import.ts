/** Imports a catalogue, users, the history of a program or a whole office: npm run import -- catalogue|users|charges|all FILE [--program ID] */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { type Field, readMapping } from '../features/classes/rules.ts';
import { type CatalogueImport, importCatalogue } from '../features/classes/server/catalogue-import.ts';
import { isMovedKind, MOVED_KINDS } from '../features/site-imports/rules.ts';
import { asSystem } from '../server/context.ts';
import { importHistory } from './imports/import-history.ts';
import { importOffice } from './imports/import-office.ts';
import { importUsers } from './imports/import-users.ts';
import { fail, readId, runCommand, UsageError } from './platform.ts';

const USAGE =
  'npm run import -- catalogue FILE.csv --program ID [--instructor EMAIL] [--currency USD] [--map title=HEADER]';

const KINDS = `npm run import -- catalogue|users|${MOVED_KINDS.join('|')} FILE.csv, or npm run import -- all FILE.zip`;

try {
  const [kind, ...args] = process.argv.slice(2);
  if (kind === 'all') await importOffice(args);
  else if (isMovedKind(kind)) await importHistory(kind, args);
  else if (kind === 'users') await importUsers(args);
  else if (kind === 'catalogue') await takeCatalogue(args);
  else throw new UsageError(KINDS);
} catch (error) {
  fail(error);
}

async function takeCatalogue(args: string[]): Promise<void> {
  const { file, wish } = readWish(args);
  const { size } = await stat(file).catch(() => {
    throw new UsageError(`There is no file ${file}`);
  });
  await runCommand(async (platform) => {
    // Without a terminal the bar draws nothing, so that a log holds the result alone.
    const bar = new SingleBar(
      { format: '{bar} {percentage} %  {duration_formatted}' },
      Presets.shades_classic,
    );
    const begun = performance.now();
    const stream = createReadStream(file, { highWaterMark: 65_536 });
    bar.start(size, 0);
    try {
      const result = await importCatalogue(asSystem(platform, `import-${process.pid}`), stream, wish, () =>
        bar.update(stream.bytesRead),
      );
      bar.update(size);
      bar.stop();
      printResult(result, (performance.now() - begun) / 1000);
    } finally {
      bar.stop();
      stream.destroy();
    }
  });
}

function readWish(args: string[]): { file: string; wish: CatalogueImport } {
  const { values, positionals } = parse(args);
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError(USAGE);
  const mapping: Partial<Record<Field, string>> = {};
  for (const text of values.map ?? []) {
    const [field, header] = readMapping(text) ?? [];
    if (!field || !header) throw new UsageError(`"${text}" is not a mapping such as title=Name`);
    mapping[field] = header;
  }
  const wish = {
    program_id: readId('--program', values.program),
    mapping,
    ...(values.instructor === undefined ? {} : { instructor_email: values.instructor }),
    ...(values.currency === undefined ? {} : { currency: values.currency.toUpperCase() }),
  };
  return { file, wish };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { program: text, instructor: text, currency: text, map: { type: 'string', multiple: true } },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}: ${USAGE}`);
  }
}

function printResult(result: Awaited<ReturnType<typeof importCatalogue>>, seconds: number): void {
  const { created, changed, unchanged, rejected, rejections } = result;
  for (const { line, reason } of rejections) console.log(`line ${line}: ${reason}`);
  console.log(
    `${created} created, ${changed} changed, ${unchanged} unchanged, ${rejected} rejected in ${seconds.toFixed(1)} s`,
  );
}
