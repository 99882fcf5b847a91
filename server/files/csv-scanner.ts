/** Where the rows of a CSV file begin and end, and which of them are broken: one pass over the bytes, whatever they are. */

/** A row without its line break, or why what begins at this line is none. */
export type ScannedRow = { line: number; bytes: Buffer } | { line: number; reason: string };

/** A row longer than this is a quote that nobody closed. */
const MAX_ROW_BYTES = 1_000_000;

/** Where in a row a byte stands. */
const BEFORE_VALUE = 0;
const IN_VALUE = 1;
const IN_QUOTES = 2;
/** Behind a quote within quotes: it closed them, or is half of a pair that stands for one. */
const BEHIND_QUOTE = 3;

const LF = 10;
const CR = 13;
const QUOTE = 34;

/**
 * Is given a file piece by piece and answers the rows that each piece ends. Rows are separated by CRLF, LF or CR outside
 * of quotes, empty lines are none. A quote where RFC 4180 allows none, and more than `maxCells` cells, break the row they
 * stand in and no other; a quote that is never closed, and a row of over a megabyte, end the file.
 */
export function rowScanner(separator: string, maxCells: number) {
  const delimiter = separator.charCodeAt(0);
  let place = BEFORE_VALUE;
  let line = 1;
  let last = 0;
  let fault: string | null = null;
  /** The line of the row that has begun. */
  let firstLine = 0;
  let rowBytes = 0;
  let cells = 1;
  let carried: Buffer[] = [];
  let stopped = false;

  const begin = () => {
    fault = null;
    rowBytes = 0;
    cells = 1;
    carried = [];
    place = BEFORE_VALUE;
  };
  const stop = (reason: string): ScannedRow => {
    stopped = true;
    return { line: firstLine, reason: `${reason}; what follows was not read` };
  };
  const finished = (lastPart: Buffer): ScannedRow => {
    const row =
      fault === null
        ? { line: firstLine, bytes: carried.length === 0 ? lastPart : Buffer.concat([...carried, lastPart]) }
        : { line: firstLine, reason: fault };
    begin();
    return row;
  };
  /** Of a byte that ends no row. */
  const see = (byte: number) => {
    if (place === IN_QUOTES) {
      if (byte === QUOTE) place = BEHIND_QUOTE;
    } else if (byte === delimiter) {
      place = BEFORE_VALUE;
      cells += 1;
      if (cells > maxCells) fault ??= `has more than ${maxCells} columns`;
    } else if (byte === QUOTE) {
      if (place === IN_VALUE) fault ??= 'has a quote in the middle of a value';
      else place = IN_QUOTES;
    } else {
      if (place === BEHIND_QUOTE) fault ??= 'text follows a closing quote';
      place = IN_VALUE;
    }
  };

  return {
    take(piece: Buffer): ScannedRow[] {
      const rows: ScannedRow[] = [];
      let from = 0;
      for (let at = 0; at < piece.length && !stopped; at++) {
        const byte = piece[at] as number;
        const isBreak = byte === LF || byte === CR;
        if (isBreak && place !== IN_QUOTES) {
          if (rowBytes > 0) rows.push(finished(piece.subarray(from, at)));
          from = at + 1;
        } else {
          if (rowBytes === 0) firstLine = line;
          rowBytes += 1;
          see(byte);
          if (rowBytes > MAX_ROW_BYTES) rows.push(stop('is longer than a megabyte'));
        }
        if (isBreak && !(byte === LF && last === CR)) line += 1;
        last = byte;
      }
      // A broken row is not kept: there may be a megabyte of it.
      if (fault !== null) carried = [];
      else if (from < piece.length) carried.push(piece.subarray(from));
      return rows;
    },
    /** The row that no line break ends. */
    end(): ScannedRow[] {
      if (stopped || rowBytes === 0) return [];
      return [place === IN_QUOTES ? stop('a quote is never closed') : finished(Buffer.alloc(0))];
    },
    hasStopped: () => stopped,
    endsWithBreak: () => last === LF || last === CR,
  };
}
