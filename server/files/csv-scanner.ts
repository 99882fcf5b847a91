/** A row without its line break, or the reason it is broken. */
export type ScannedRow = { line: number; bytes: Buffer } | { line: number; reason: string };

/** A longer row means an unclosed quote. */
const MAX_ROW_BYTES = 1_000_000;

const BEFORE_VALUE = 0;
const IN_VALUE = 1;
const IN_QUOTES = 2;
/** State after a quote within quotes: the closing one, or the first of an escaped pair. */
const BEHIND_QUOTE = 3;

const LF = 10;
const CR = 13;
const QUOTE = 34;

/**
 * Returns a scanner: takes a file piece by piece, returns the rows each piece completes. Rows end with CRLF,
 * LF or CR outside of quotes; empty lines are skipped. A quote that RFC 4180 forbids, or more than `maxCells`
 * cells, breaks only its row; an unclosed quote, or a row over a megabyte, ends the file.
 */
export function rowScanner(separator: string, maxCells: number) {
  const delimiter = separator.charCodeAt(0);
  let place = BEFORE_VALUE;
  let line = 1;
  let last = 0;
  let fault: string | null = null;
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
    end(): ScannedRow[] {
      if (stopped || rowBytes === 0) return [];
      return [place === IN_QUOTES ? stop('a quote is never closed') : finished(Buffer.alloc(0))];
    },
    hasStopped: () => stopped,
    endsWithBreak: () => last === LF || last === CR,
  };
}
