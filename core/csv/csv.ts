/** Format of every exported CSV: UTF-8 with a byte order mark, lines that end in CRLF. Specification: Exports. */

export const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

/**
 * Guards against formulas: a value that a spreadsheet might take for one gets an apostrophe in front, a plain
 * number does not. A reader that separates by semicolon, tab or bar finds cells within our quoted values, and
 * rows behind their line breaks, so each of these is guarded too. `csv_text()` in the database does the same.
 */
export function csvText(text: string): string {
  const guarded = text.replace(FORMULA_WITHIN, (cell: string, before: string, value: string, at: number) =>
    // At the end of the text its cell may go on with what the next column holds.
    PLAIN_NUMBER.test(value) && at + cell.length < text.length ? cell : `${before}'${value}`,
  );
  return STARTS_A_FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${guarded}` : guarded;
}

/** Undoes {@link csvText} in a text of our own exports. */
export function uncsvText(text: string): string {
  const inside = text.replace(GUARDED_WITHIN, '$1$2');
  return [inside.replace(/^'/, ''), inside].find((before) => csvText(before) === text) ?? text;
}

export function csvLine(texts: readonly string[]): string {
  return texts.map((text) => quoted(csvText(text))).join(',') + LINE_END;
}

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Returns the separator of a header line: comma, semicolon or tab, whichever is most frequent outside quotes. */
export function separatorOf(headerLine: string): Separator {
  const bare = headerLine.replace(/"[^"]*"/g, '');
  const count = (separator: string) => bare.split(separator).length;
  return SEPARATORS.reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** White space other than tab and return, then one of `= + - @`, their full-width forms, tab and return. */
const STARTS_A_FORMULA =
  /^[ \n\v\f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@\uff1d\uff0b\uff0d\uff20\t\r-]/;

/** The same after another separator or a line break; also behind quotes, which such a reader drops. */
const FORMULA_WITHIN =
  /([;|\t\r\n])([" \v\f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@\uff1d\uff0b\uff0d\uff20-][^;|\t\r\n]*)/g;

const GUARDED_WITHIN =
  /([;|\t\r\n])'([" \v\f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@\uff1d\uff0b\uff0d\uff20-])/g;

const PLAIN_NUMBER = /^[+-]?[0-9]+(?:[.,][0-9]+)?$/;

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
