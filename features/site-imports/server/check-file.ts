import { type Context, transactWithoutTenantScope } from '../../../server/context.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import { MOST_ROWS, ROWS_SHOWN } from '../../imports/rules.ts';
import { batchesOf } from '../../imports/server/batches.ts';
import type { CheckedRows, CheckProgress } from '../../imports/server/import-kinds.ts';
import type { ImportRow } from '../../imports/server/import-row.ts';
import { Unreadable } from '../../imports/server/refused-parts.ts';
import type { MovedPreviewRow } from '../contract.ts';
import { type RowOutcome, tellingOf, wouldTell } from './tell-rows.ts';
import { notedRow, ROWS_PER_PART } from './write-part.ts';

/** All of it is done and taken back, part by part; nothing is left but the rows that it rejects. */
export async function checkFile(
  context: Context,
  row: ImportRow,
  progress: CheckProgress,
): Promise<CheckedRows & { preview: MovedPreviewRow[] }> {
  const { site, telling } = await tellingOf(context, row);
  await context.db.deleteFrom('site_import_rows').where('import_id', '=', row.id).execute();
  const counts = { rows: 0, created: 0, updated: 0, unchanged: 0, rejected: 0, enrolled: 0 };
  const preview: MovedPreviewRow[] = [];
  const before = new Map<string, string>();
  for await (const rows of batchesOf(context.platform, row, 0, ROWS_PER_PART)) {
    const outcomes = await wouldTell(site, telling, rows, before);
    await keepRejected(context, row, outcomes);
    for (const outcome of outcomes) {
      counts.rows += 1;
      counts[outcome.state] += 1;
      if (preview.length < ROWS_SHOWN) preview.push(shown(outcome));
    }
    if (counts.rows > MOST_ROWS) throw new Unreadable(`The file has more than ${MOST_ROWS} rows`);
    await progress(counts);
  }
  return { ...counts, preview };
}

/** Above the walls, as no program's staff says what became of a row. */
async function keepRejected(context: Context, { id }: ImportRow, outcomes: readonly RowOutcome[]) {
  const rejected = outcomes.filter(({ state }) => state === 'rejected');
  if (rejected.length === 0) return;
  await transactWithoutTenantScope(context, ({ db }) =>
    insertAll(
      db,
      'site_import_rows',
      rejected.map((outcome) => {
        const { cells, ...noted } = notedRow(outcome);
        return { import_id: id, ...noted, cells: JSON.stringify(cells) };
      }),
    ),
  );
}

function shown(outcome: RowOutcome): MovedPreviewRow {
  const { line, state: action, cells: fields } = outcome;
  const [column, reason] = outcome.state === 'rejected' ? [outcome.column, outcome.reason] : [null, null];
  return { line, action, column, reason, fields };
}
