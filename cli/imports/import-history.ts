/** Moves the history of a program in from a file: npm run import -- charges FILE.csv --program ID */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { BYTE_ORDER_MARK, csvLine } from '../../core/csv/csv.ts';
import { dayOf } from '../../features/site-imports/cells.ts';
import type { Columns, MovedField, MovedKind } from '../../features/site-imports/rules.ts';
import { type Moving, moveIn } from '../../features/site-imports/server/move-in.ts';
import { readId, runCommand, UsageError } from '../platform.ts';

const USAGE =
  'npm run import -- charges|enrolments|attendances|coins|tickets FILE.csv --program ID [--dry-run] [--map field=HEADER] [--rejected FILE] [--paid-out-before 2026-01-31]';

/** Prints a line for each rejected row and one with the counts. Interrupted, it is completed by the same command. */
export async function importHistory(kind: MovedKind, args: string[]): Promise<void> {
  const { file, rejected, moving } = readArguments(kind, args);
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
    const output = rejected === undefined ? null : createWriteStream(rejected);
    const reasons: string[] = [];
    let stream = createReadStream(file);
    bar.start(size, 0);
    try {
      const open = () => {
        stream = createReadStream(file);
        return stream as AsyncIterable<Buffer>;
      };
      const moved = await moveIn(platform, open, moving, {
        onHeader: (cells) => output?.write(BYTE_ORDER_MARK + csvLine([...cells, 'line', 'rejected'])),
        onRejected: ({ line, cells, reason }) => {
          reasons.push(`line ${line}: ${reason}`);
          output?.write(csvLine([...cells, String(line), reason]));
        },
        onBatch: () => bar.update(stream.bytesRead),
      });
      bar.stop();
      for (const reason of reasons) console.log(reason);
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      const { created, unchanged } = moved;
      console.log(`${created} created, ${unchanged} unchanged, ${moved.rejected} rejected in ${seconds} s`);
    } finally {
      bar.stop();
      stream.destroy();
      output?.end();
      if (output) await finished(output);
    }
  });
}

function readArguments(
  kind: MovedKind,
  args: string[],
): { file: string; rejected: string | undefined; moving: Moving } {
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
  return {
    file,
    rejected: values.rejected,
    moving: {
      kind,
      program_id: readId('--program', values.program),
      columns,
      dry_run: values['dry-run'] ?? false,
      paid_out_before,
    },
  };
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
