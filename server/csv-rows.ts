/** A CSV file as rows with their line numbers: bytes come in, whole rows and rejected ones go out. */
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { type Separator, separatorOf } from '../core/csv.ts';
import { refuse } from '../core/errors.ts';

/** A row of the file; `line` counts from 1 and is where the row begins. */
export type FileRow = { line: number; cells: string[] };
export type Rejected = { line: number; reason: string };

/** A row longer than this is a quote that nobody closed. */
const MAX_ROW_BYTES = 1_000_000;
const MAX_HEADER_BYTES = 65_536;
/** Values of the last column that are remembered, to know a cut one. */
const MAX_VALUES = 5000;

type Options = {
  /** As the header has it unless told. */
  separator?: Separator;
  /** Whether the last value of a file that ends without a line break is only a beginning, beside some others of its column. */
  looksCutOff?: (value: string, others: ReadonlySet<string>) => boolean;
};

/**
 * Rows in order, the header first; broken ones go to `reject`, before any row behind them is handed on. 400 for a file
 * that is empty or UTF-16.
 */
export async function* csvRows(
  bytes: AsyncIterable<Buffer>,
  reject: (rejected: Rejected) => void,
  { separator, looksCutOff }: Options = {},
): AsyncGenerator<FileRow> {
  const { head, rest } = await readHead(bytes);
  const lines = lineIndex();
  let position = 0;
  let fault: string | undefined;
  let ended = false;
  const startOf = (end: number) => {
    const line = lines.firstFrom(position);
    position = end;
    return line;
  };
  const endWith = (reason: string) => {
    if (!ended) reject({ line: startOf(position), reason: `${reason}; what follows was not read` });
    ended = true;
  };
  const parser = parse({
    // A byte a character: each row is decoded by itself, so that broken bytes cost no other row.
    encoding: 'latin1',
    delimiter: separator ?? separatorOf(head.toString('latin1').split(/[\r\n]/, 1)[0] ?? ''),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    skip_records_with_error: true,
    on_skip: (error) => {
      const reason = QUOTE_FAULTS[error?.code ?? ''];
      if (!reason) {
        endWith(
          error?.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote is never closed' : 'is longer than a megabyte',
        );
        source.destroy();
        parser.end();
        return undefined;
      }
      // Left to itself the parser stays within the broken quote and swallows the rows behind it; told that it is
      // out, it ends the row with its line, and that row is rejected below.
      fault ??= reason;
      Object.assign((parser as unknown as { state: object }).state, {
        quoting: false,
        recordHasError: false,
      });
      return undefined;
    },
    // The line travels as the first cell: rows are read long after the parser has passed them.
    on_record: (cells, info) => {
      const line = startOf(info.bytes);
      if (fault) reject({ line, reason: fault });
      const whole = !fault && !ended;
      fault = undefined;
      return whole ? [String(line), ...cells] : null;
    },
  });
  const source = Readable.from(lines.watch(rest));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    const rows = decoded(parser as AsyncIterable<string[]>, reject);
    if (looksCutOff) yield* wholeRows(rows, { endsWithBreak: lines.endsWithBreak, looksCutOff }, reject);
    else yield* rows;
  } finally {
    source.destroy();
  }
}

const QUOTE_FAULTS: Record<string, string> = {
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote in the middle of a value',
};

/** The beginning of the file, and the whole of it without its byte order mark. */
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
    if (head.length > 0) yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { head, rest: rest() };
}

/** Knows at which byte each line that is not empty begins. The parser's own count takes CRLF in quotes for two. */
function lineIndex() {
  const starts: { byte: number; line: number }[] = [];
  let byte = 0;
  let line = 1;
  let atStart = true;
  let last = 0;
  const see = (value: number) => {
    if (value === LF && last === CR) atStart = true;
    else if (value === LF || value === CR) {
      line += 1;
      atStart = true;
    } else if (atStart) {
      starts.push({ byte, line });
      atStart = false;
    }
    last = value;
    byte += 1;
  };
  return {
    async *watch(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        for (const value of chunk) see(value);
        yield chunk;
      }
    },
    /** The line that begins at this byte or after it; earlier ones are forgotten. */
    firstFrom(from: number): number {
      const index = starts.findIndex((start) => start.byte >= from);
      starts.splice(0, index < 0 ? starts.length : index);
      return starts[0]?.line ?? line;
    },
    endsWithBreak: () => last === LF || last === CR,
  };
}

const LF = 10;
const CR = 13;

async function* decoded(rows: AsyncIterable<string[]>, reject: (rejected: Rejected) => void) {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const [first, ...cells] of rows) {
    const line = Number(first);
    const texts = cells.map((cell) => {
      if (!/[\x80-\xff]/.test(cell)) return cell;
      try {
        return utf8.decode(Buffer.from(cell, 'latin1'));
      } catch {
        return null;
      }
    });
    if (texts.includes(null)) reject({ line, reason: 'contains bytes that are not UTF-8' });
    else yield { line, cells: texts as string[] };
  }
}

/** Holds each row back until another follows: the last one may have been cut off with the file. */
async function* wholeRows(
  rows: AsyncIterable<FileRow>,
  { endsWithBreak, looksCutOff }: { endsWithBreak: () => boolean } & Pick<Required<Options>, 'looksCutOff'>,
  reject: (rejected: Rejected) => void,
) {
  const lastValues = new Set<string>();
  let held: FileRow | undefined;
  for await (const row of rows) {
    if (held) {
      yield held;
      if (lastValues.size < MAX_VALUES) lastValues.add(held.cells.at(-1) ?? '');
    }
    held = row;
  }
  if (!held) return;
  if (!endsWithBreak() && looksCutOff(held.cells.at(-1) ?? '', lastValues)) {
    reject({ line: held.line, reason: 'the file breaks off in this row' });
  } else yield held;
}
