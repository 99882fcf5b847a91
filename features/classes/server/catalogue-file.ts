/** A CSV file as rows with their line numbers: bytes come in, whole rows and rejected ones go out. */
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { refuse } from '../../../core/errors.ts';
import { looksCutOff, separatorOf } from '../rules.ts';

/** A row of the file; `line` counts from 1 and is where the row begins. */
export type FileRow = { line: number; cells: string[] };
export type Rejected = { line: number; reason: string };

/** A row longer than this is a quote that nobody closed. */
const MAX_ROW_BYTES = 1_000_000;
const MAX_HEADER_BYTES = 65_536;
/** Values of the last column that are remembered, to know a cut one. */
const MAX_VALUES = 5000;

/**
 * Rows of the file in their order, the header first. Separator, byte order mark and line ends are found out. What is
 * no row (broken quotes, bytes that are not UTF-8, a row cut off at the end of the file) goes to `reject` instead.
 * 400 for a file that is empty or UTF-16.
 */
export async function* catalogueRows(
  bytes: AsyncIterable<Buffer>,
  reject: (rejected: Rejected) => void,
): AsyncGenerator<FileRow> {
  const { head, rest } = await readHead(bytes);
  const lines = lineIndex();
  let position = 0;
  const startOf = (end: number) => {
    const line = lines.firstFrom(position);
    position = end;
    return line;
  };
  const parser = parse({
    // A byte a character: each row is decoded by itself, so that broken bytes cost no other row.
    encoding: 'latin1',
    delimiter: separatorOf(head.toString('latin1').split(/[\r\n]/, 1)[0] ?? ''),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    skip_records_with_error: true,
    // The line travels as the first cell: rows are read long after the parser has passed them.
    on_record: (cells, info) => [String(startOf(info.bytes)), ...cells],
    on_skip: (error) => {
      const line = startOf((error?.bytes as number | undefined) ?? position);
      if (error?.code === 'CSV_MAX_RECORD_SIZE') parser.destroy(new RowTooLong(line));
      else reject({ line, reason: reasonOf(error?.code) });
      return undefined;
    },
  });
  const source = Readable.from(lines.watch(rest));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    yield* wholeRows(decoded(parser as AsyncIterable<string[]>, reject), lines.endsWithBreak, reject);
  } catch (error) {
    if (!(error instanceof RowTooLong)) throw error;
    reject({ line: error.line, reason: 'a quote is never closed; what follows was not read' });
  } finally {
    source.destroy();
  }
}

class RowTooLong extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`the row at line ${line} is too long`);
    this.line = line;
  }
}

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
  endsWithBreak: () => boolean,
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

function reasonOf(code: string | undefined): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote is never closed; what follows was not read';
  if (code === 'CSV_INVALID_CLOSING_QUOTE') return 'text follows a closing quote';
  return 'has a quote in the middle of a value';
}
