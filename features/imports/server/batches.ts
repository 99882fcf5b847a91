import type { CsvRow } from '../../../server/files/csv-rows.ts';
import type { Platform } from '../../../server/platform.ts';
import type { ImportRow } from './import-row.ts';
import { fileRows } from './read-file.ts';

export async function* batchesOf(
  platform: Platform,
  { file_path, encoding, separator }: ImportRow,
  after: number,
  size: number,
): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = [];
  for await (const row of fileRows(platform, { path: file_path ?? '', encoding, separator })) {
    if (row.line <= after) continue;
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
