import { setImmediate as letOthersIn } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { type Separator, separatorOf } from '../../core/csv/csv.ts';
import { refuse } from '../../core/errors.ts';
import { must } from '../../core/must.ts';
import { rowScanner, type ScannedRow } from './csv-scanner.ts';

/** A row of the file; `line` is the number of its first line, from 1. */
export type CsvRecord = { line: number; cells: string[] };
/** The reason a row is broken, to be used after "The row". */
export type Rejected = { line: number; reason: string };
export type CsvRow = CsvRecord | Rejected;

/** The number of broken rows at which reading stops: the file is not the expected kind. */
export const MAX_BROKEN_ROWS = 10_000;
/** No list of users or classes has a row with as many. */
export const MAX_CELLS = 500;

const MAX_HEADER_BYTES = 65_536;
/** Bytes read before yielding to other work. */
const PIECE_BYTES = 65_536;
/** Values of the last column to keep, for telling whether the last one is truncated. */
const MAX_VALUES = 5000;

type Options = {
  /** Detected from the header by default. */
  separator?: Separator;
  /** True where the last value of a file without a last line break is truncated; the others are values of its column. */
  looksCutOff?: (value: string, others: ReadonlySet<string>) => boolean;
};

/** Yields rows and broken rows in order, the header first. 400 for an empty or UTF-16 file, and above {@link MAX_BROKEN_ROWS}. Linear. */
export async function* csvRows(
  bytes: AsyncIterable<Buffer>,
  { separator, looksCutOff }: Options = {},
): AsyncGenerator<CsvRow> {
  const { head, rest } = await readHead(bytes);
  const delimiter = separator ?? separatorOf(head.toString('latin1').split(/[\r\n]/, 1)[0] ?? '');
  const scanner = rowScanner(delimiter, MAX_CELLS);
  let broken = 0;
  for await (const row of lastRowJudged(rowsOf(rest, scanner, delimiter), scanner, looksCutOff)) {
    if ('reason' in row) broken += 1;
    if (broken > MAX_BROKEN_ROWS) refuse(400, TOO_BROKEN);
    yield row;
  }
}

const TOO_BROKEN = `More than ${MAX_BROKEN_ROWS.toLocaleString('en')} rows are broken. Check the file's quotes, separator and encoding.`;

async function* rowsOf(
  pieces: AsyncIterable<Buffer>,
  scanner: ReturnType<typeof rowScanner>,
  delimiter: Separator,
): AsyncGenerator<CsvRow> {
  for await (const piece of pieces) {
    yield* parsed(scanner.take(piece), delimiter);
    if (scanner.hasStopped()) return;
    await letOthersIn();
  }
  yield* parsed(scanner.end(), delimiter);
}

/** Splits rows the scanner found whole: their quotes match, so that each is one record. */
function parsed(rows: readonly ScannedRow[], delimiter: Separator): CsvRow[] {
  const whole = rows.filter((row) => 'bytes' in row);
  const records = parse(Buffer.concat(whole.flatMap(({ bytes }) => [bytes, LINE_BREAK])), {
    // A byte a character: each row is decoded by itself, so that broken bytes cost no other row.
    encoding: 'latin1',
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
  });
  if (records.length !== whole.length)
    throw new Error(`${whole.length} rows were parsed as ${records.length} records`);
  let next = 0;
  return rows.map((row) =>
    'bytes' in row ? decoded(row.line, must(records[next++], 'record of a row')) : row,
  );
}

const LINE_BREAK = Buffer.from('\n');

function decoded(line: number, cells: readonly string[]): CsvRow {
  try {
    return { line, cells: cells.map((cell) => (NOT_ASCII.test(cell) ? inUtf8(cell) : cell)) };
  } catch {
    return { line, reason: 'contains bytes that are not UTF-8' };
  }
}

const NOT_ASCII = /[\x80-\xff]/;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function inUtf8(cell: string): string {
  return UTF8.decode(Buffer.from(cell, 'latin1'));
}

/** Returns the beginning of the file, and a stream of the whole without its byte order mark. */
async function readHead(bytes: AsyncIterable<Buffer>) {
  const iterator = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < MAX_HEADER_BYTES && !/[\r\n]/.test(head.toString('latin1'))) {
    const next = await iterator.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  if (head.length === 0) refuse(400, 'The file is empty');
  if (/^(?:\xff\xfe|\xfe\xff)/.test(head.toString('latin1', 0, 2))) {
    refuse(400, 'The file is in UTF-16: save it as UTF-8 first');
  }
  if (head.toString('latin1', 0, 3) === '\xef\xbb\xbf') head = head.subarray(3);
  async function* rest() {
    try {
      yield* inPieces(head);
      for (let next = await iterator.next(); !next.done; next = await iterator.next())
        yield* inPieces(next.value);
    } finally {
      await iterator.return?.();
    }
  }
  return { head, rest: rest() };
}

function* inPieces(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
}

/** Delays each row until the next: the last one may be truncated with the file. */
async function* lastRowJudged(
  rows: AsyncIterable<CsvRow>,
  { endsWithBreak }: { endsWithBreak: () => boolean },
  looksCutOff: Options['looksCutOff'],
): AsyncGenerator<CsvRow> {
  if (!looksCutOff) {
    yield* rows;
    return;
  }
  const lastValues = new Set<string>();
  let held: CsvRow | undefined;
  for await (const row of rows) {
    if (held) {
      yield held;
      if ('cells' in held && lastValues.size < MAX_VALUES) lastValues.add(held.cells.at(-1) ?? '');
    }
    held = row;
  }
  if (!held) return;
  const isCut = 'cells' in held && !endsWithBreak() && looksCutOff(held.cells.at(-1) ?? '', lastValues);
  yield isCut ? { line: held.line, reason: 'the file breaks off in this row' } : held;
}
