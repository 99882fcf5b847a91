import { headersOf } from '../../../core/csv/column-matching.ts';
import { type Encoding, type Separator, separatorOf } from '../../../core/csv/csv.ts';
import { refuseField } from '../../../core/errors.ts';
import { type CsvRow, csvRows } from '../../../server/files/csv-rows.ts';
import { inUtf8 } from '../../../server/files/text-encoding.ts';
import type { Platform } from '../../../server/platform.ts';
import { looksLikeData, SAMPLES, type Samples, textOf } from '../rules.ts';

const LONGEST_SAMPLE = 60;

const LOOKED_AT = 50;

/** Returns the header with sample values of each column. Throws a 400 for a file that is no list of users. */
export async function readHeader(
  platform: Platform,
  path: string,
  encoding: Encoding,
): Promise<{ separator: Separator; headers: string[]; samples: Samples }> {
  const separator = await separatorIn(platform, path, encoding);
  let headers: string[] | null = null;
  const samples: Samples = {};
  let looked = 0;
  for await (const row of fileRows(platform, { path, encoding, separator }, { withHeader: true })) {
    if (headers === null) {
      if ('reason' in row) refuseField('file', `The first row ${row.reason}`);
      headers = checkedHeaders(row.cells);
      for (const header of headers) samples[header] = [];
      continue;
    }
    if ('cells' in row)
      for (const [index, header] of headers.entries()) {
        const value = textOf(row.cells[index] ?? '')
          .slice(0, LONGEST_SAMPLE)
          .toWellFormed()
          .replaceAll('\0', '');
        if (value !== '' && (samples[header]?.length ?? 0) < SAMPLES) samples[header]?.push(value);
      }
    looked += 1;
    if (looked === LOOKED_AT) break;
  }
  if (headers === null) refuseField('file', 'The file has no row with column names');
  return { separator, headers, samples };
}

/** Yields the rows behind the header in order, each once, without empty ones. Throws a 400 for a file that cannot be read at all. */
export async function* fileRows(
  { files }: Platform,
  file: { path: string; encoding: Encoding; separator: Separator },
  { withHeader = false } = {},
): AsyncGenerator<CsvRow> {
  const stream = await opened(files, file.path);
  try {
    let isHeader = !withHeader;
    for await (const row of csvRows(inUtf8(stream, file.encoding), { separator: file.separator })) {
      if ('cells' in row && row.cells.every((cell) => cell.trim() === '')) continue;
      if (!isHeader) yield row;
      isHeader = false;
    }
  } finally {
    stream.destroy();
  }
}

async function separatorIn({ files }: Platform, path: string, encoding: Encoding): Promise<Separator> {
  const stream = await opened(files, path);
  try {
    return await separatorOfFirstLine(inUtf8(stream, encoding));
  } finally {
    stream.destroy();
  }
}

async function opened(files: Platform['files'], path: string) {
  return (
    (path === '' ? null : await files.get(path)) ??
    refuseField('file', 'The file no longer exists. Upload it again')
  );
}

function checkedHeaders(cells: readonly string[]): string[] {
  const headers = headersOf(cells);
  if (headers.some((header) => header.includes('\0') || header.length > 200))
    refuseField('file', 'The first row must contain the column names');
  if (looksLikeData(headers))
    refuseField('file', 'The first row must contain the column names, but it contains an email address');
  return headers;
}

const LONGEST_LINE = 65_536;

async function separatorOfFirstLine(bytes: AsyncIterable<Buffer>): Promise<Separator> {
  let head = '';
  for await (const piece of bytes) {
    head += piece.toString('latin1');
    if (/[\r\n]/.test(head) || head.length > LONGEST_LINE) break;
  }
  if (head === '') refuseField('file', 'The file is empty');
  return separatorOf(head.split(/[\r\n]/, 1)[0] ?? '');
}
