/** The rows of an import's file, some hundred at a time. Specification: Import of users. */
import type { CsvRow } from '../../../server/files/csv-rows.ts';
import type { Platform } from '../../../server/platform.ts';
import type { ImportRow } from './import-row.ts';
import { fileRows } from './read-file.ts';

/** Rows of one transaction; fewer where they may have passwords, which take long to hash. */
const BATCH = 500;
const WITH_PASSWORDS = 100;

/** Yields the batches after line `after`. */
export async function* batchesOf(
  platform: Platform,
  { file_path, encoding, separator, mapping }: ImportRow,
  after: number,
): AsyncGenerator<CsvRow[]> {
  const size = Object.values(mapping).includes('password') ? WITH_PASSWORDS : BATCH;
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
