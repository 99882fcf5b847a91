/** Moves the history of a program in from a file: npm run import -- charges FILE.csv --program ID */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { BYTE_ORDER_MARK, csvLine } from '../../core/csv/csv.ts';
import { LARGEST_FILE_BYTES } from '../../features/imports/rules.ts';
import { cancelImport } from '../../features/imports/server/imports.ts';
import { readHeader } from '../../features/imports/server/read-file.ts';
import { readImport } from '../../features/imports/server/read-imports.ts';
import { dayOf } from '../../features/site-imports/cells.ts';
import {
  type Columns,
  KIND_FIELDS,
  type MovedField,
  type MovedKind,
  mappingOf,
} from '../../features/site-imports/rules.ts';
import { readRejections } from '../../features/site-imports/server/import-rows.ts';
import { createSiteImport, SITE_FILES } from '../../features/site-imports/server/site-imports.ts';
import { asSystem, type Context, SYSTEM } from '../../server/context.ts';
import { forgetUnkept, type StoredFile, storeFile } from '../../server/files/stored-file.ts';
import { readId, runCommand, UsageError } from '../platform.ts';
// For the words of all features where the database refuses a row.
import '../../server/app.ts';
import { workOff } from './work-off.ts';

const USAGE =
  'npm run import -- charges|enrolments|attendances|coins|tickets FILE.csv --program ID [--dry-run] [--map field=HEADER] [--rejected FILE] [--paid-out-before 2026-01-31]';

/** Uses the screen's functions; prints a line for each rejected row and one with the counts. A server or the same command completes what was interrupted. */
export async function importHistory(kind: MovedKind, args: string[]): Promise<void> {
  const { file, rejected, wish } = readArguments(kind, args);
  const known = await stat(file).catch(() => {
    throw new UsageError(`There is no file ${file}`);
  });
  if (known.size > LARGEST_FILE_BYTES)
    throw new UsageError(`${file} is larger than ${LARGEST_FILE_BYTES / 1024 / 1024} MB`);
  await runCommand(async (platform) => {
    const { program_id } = wish;
    const context = asSystem(platform, `import-${process.pid}`, { ...SYSTEM, program_id });
    const begun = performance.now();
    const id = await begin(context, file, wish);
    await workOff(context, () => readImport(context, SITE_FILES, id));
    await show(context, id, rejected, (performance.now() - begun) / 1000);
    // A look at what would be leaves nothing that waits for somebody.
    if (wish.dry_run) await cancelImport(context, SITE_FILES, id);
  });
}

type Wish = {
  kind: MovedKind;
  program_id: number;
  columns: Columns;
  dry_run: boolean;
  paid_out_before: string | null;
};

async function begin(context: Context, file: string, { columns, ...wish }: Wish): Promise<number> {
  const bytes = createReadStream(file) as AsyncIterable<Buffer>;
  const stored = await storeFile(context, 'site-imports', { name: named(file), bytes });
  try {
    const mapping = await chosen(context, wish.kind, stored, columns);
    return (await createSiteImport(context, { ...wish, mapping, file: stored })).id;
  } finally {
    await forgetUnkept(context, stored);
  }
}

/** A name that says CSV, whatever the file is called here. */
function named(file: string): string {
  const name = path.basename(file);
  return /\.csv$/i.test(name) ? name : `${name}.csv`;
}

async function chosen(
  { platform }: Context,
  kind: MovedKind,
  { path: stored, encoding, storedBytes }: StoredFile,
  columns: Columns,
) {
  if (Object.keys(columns).length === 0 || storedBytes === 0) return undefined;
  const { headers } = await readHeader(platform, stored, encoding);
  const mapping = mappingOf(kind, headers, columns);
  if (typeof mapping === 'string') throw new UsageError(mapping);
  return mapping;
}

async function show(
  context: Context,
  id: number,
  rejected: string | undefined,
  seconds: number,
): Promise<void> {
  const { kind, state, reason: why, ...counts } = await readImport(context, SITE_FILES, id);
  if (state === 'failed') throw new UsageError(why ?? 'The import failed');
  const fields: readonly MovedField[] = KIND_FIELDS[kind as MovedKind];
  const output = rejected === undefined ? null : createWriteStream(rejected);
  output?.write(BYTE_ORDER_MARK + csvLine(['line', 'column', 'rejected', ...fields]));
  for await (const { line, column, reason, cells } of readRejections(context, id)) {
    console.log(`line ${line}: ${column === null ? rowWords(reason) : `${column}: ${reason}`}`);
    output?.write(
      csvLine([String(line), column ?? '', reason, ...fields.map((field) => cells[field] ?? '')]),
    );
  }
  output?.end();
  if (output) await finished(output);
  console.log(
    `${counts.created} created, ${counts.unchanged} unchanged, ${counts.rejected} rejected in ${seconds.toFixed(1)} s`,
  );
}

/** A reason that is no sentence is said of the row. */
function rowWords(reason: string): string {
  return /^[a-z]/.test(reason) ? `the row ${reason}` : reason;
}

function readArguments(
  kind: MovedKind,
  args: string[],
): { file: string; rejected: string | undefined; wish: Wish } {
  const { values, positionals } = parse(args);
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError(USAGE);
  const columns: Columns = {};
  for (const text of values.map ?? []) {
    const [, field, header] = /^([a-z_]+)=(.*)$/s.exec(text) ?? [];
    if (field === undefined || header === undefined)
      throw new UsageError(`"${text}" is not a mapping such as reference=Number`);
    columns[field as MovedField] = header;
  }
  const until = values['paid-out-before'];
  if (until !== undefined && kind !== 'charges') throw new UsageError('Only charges are paid out');
  const paid_out_before = until === undefined ? null : dayOf(until);
  if (until !== undefined && (paid_out_before === null || Date.parse(paid_out_before) > Date.now()))
    throw new UsageError(
      `--paid-out-before must be a day such as 2026-01-31 that is not to come, not "${until}"`,
    );
  const program_id = readId('--program', values.program);
  const dry_run = values['dry-run'] ?? false;
  return { file, rejected: values.rejected, wish: { kind, program_id, columns, dry_run, paid_out_before } };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        program: text,
        rejected: text,
        'paid-out-before': text,
        map: { type: 'string', multiple: true },
        'dry-run': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}: ${USAGE}`);
  }
}
