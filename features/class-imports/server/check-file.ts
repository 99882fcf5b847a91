import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import { ROWS_SHOWN } from '../../imports/rules.ts';
import { batchesOf } from '../../imports/server/batches.ts';
import type { CheckedRows, CheckProgress } from '../../imports/server/import-kinds.ts';
import type { ImportRow } from '../../imports/server/import-row.ts';
import { fileRows } from '../../imports/server/read-file.ts';
import { tried, Unreadable } from '../../imports/server/refused-parts.ts';
import type { ClassPreviewRow } from '../contract.ts';
import { MOST_CLASSES } from '../rules.ts';
import { readNames } from './names-here.ts';
import { type RowOutcome, saveRows } from './save-rows.ts';
import { notedRow, ROWS_PER_PART, writtenIds } from './write-part.ts';

/** All of it is done and undone, part by part; nothing is left but the rows that it rejects. */
export async function checkFile(
  context: Context,
  row: ImportRow,
  progress: CheckProgress,
): Promise<CheckedRows & { preview: ClassPreviewRow[] }> {
  await refuseTooMany(context, row);
  const reading = { ...(await readNames(context)), program_id: row.program_id ?? 0 };
  await context.db.deleteFrom('class_import_rows').where('import_id', '=', row.id).execute();
  const counts = { rows: 0, created: 0, updated: 0, unchanged: 0, rejected: 0, enrolled: 0 };
  const preview: ClassPreviewRow[] = [];
  const seen = new Set<number>();
  for await (const rows of batchesOf(context.platform, row, 0, ROWS_PER_PART)) {
    const outcomes = await tried(() => takenBack(context, (tx) => saveRows(tx, row, reading, rows, seen)));
    for (const id of writtenIds(outcomes)) seen.add(id);
    await keepRejected(context, row, outcomes);
    for (const outcome of outcomes) {
      counts.rows += 1;
      counts[outcome.outcome] += 1;
      if (preview.length < ROWS_SHOWN) preview.push(shown(outcome));
    }
    await progress(counts);
  }
  return { ...counts, preview };
}

/** Counts before anything is tried: a row is saved and taken back in milliseconds, and read in none. */
async function refuseTooMany(
  { platform }: Context,
  { file_path, encoding, separator }: ImportRow,
): Promise<void> {
  let rows = 0;
  for await (const _ of fileRows(platform, { path: file_path ?? '', encoding, separator })) {
    rows += 1;
    if (rows > MOST_CLASSES)
      throw new Unreadable(`The file has more than ${MOST_CLASSES.toLocaleString('en-US')} rows`);
  }
}

class TakenBack extends Error {
  readonly outcomes: RowOutcome[];

  constructor(outcomes: RowOutcome[]) {
    super('a check');
    this.outcomes = outcomes;
  }
}

async function takenBack(
  context: Context,
  work: (tx: TransactionContext) => Promise<RowOutcome[]>,
): Promise<RowOutcome[]> {
  try {
    return await transact(context, async (tx) => {
      throw new TakenBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.outcomes;
    throw error;
  }
}

async function keepRejected(context: Context, { id }: ImportRow, outcomes: readonly RowOutcome[]) {
  const rejected = outcomes.filter(({ outcome }) => outcome === 'rejected');
  if (rejected.length === 0) return;
  await transact(context, ({ db }) =>
    insertAll(
      db,
      'class_import_rows',
      rejected.map((outcome) => ({ import_id: id, ...notedRow(outcome) }) as never),
    ),
  );
}

function shown(row: RowOutcome): ClassPreviewRow {
  const { line, cells, outcome: action } = row;
  const { id: _, ...fields } = cells;
  const usual = { line, action, class_id: null, column: null, reason: null, fields, changes: {} };
  const class_name = cells.class_name ?? '';
  switch (row.outcome) {
    case 'rejected':
      return { ...usual, class_name, column: row.column, reason: row.reason };
    case 'created':
      return { ...usual, class_name };
    case 'unchanged':
      return { ...usual, class_id: row.class_id, class_name: row.class_name };
    case 'updated':
      return { ...usual, class_id: row.class_id, class_name: row.class_name, changes: row.changes };
  }
}
