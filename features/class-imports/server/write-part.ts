import { sql } from 'kysely';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import type { CsvRow } from '../../../server/files/csv-rows.ts';
import type { ImportRow } from '../../imports/server/import-row.ts';
import { DOES_NOT_FIT, inHalves, Superseded } from '../../imports/server/refused-parts.ts';
import type { Outcome } from '../rules.ts';
import { type RowOutcome, saveRows } from './save-rows.ts';
import type { Reading } from './say-class.ts';

/** Rows of one transaction: each is a save of its own within it. */
export const ROWS_PER_PART = 100;

type Run = { row: ImportRow; reading: Reading; seen: Set<number> };

/** Saves rows and notes them in one transaction, so that killed processes leave whole rows. Throws {@link Superseded} once it is another run's. */
export async function writePart(context: Context, run: Run, rows: readonly CsvRow[]): Promise<void> {
  const { row, reading, seen } = run;
  await inHalves(
    rows,
    async (part) => {
      const outcomes = await transact(context, async (tx) => {
        const saved = await saveRows(tx, row, reading, part, seen);
        await note(tx, row, saved);
        return saved;
      });
      for (const id of writtenIds(outcomes)) seen.add(id);
    },
    ({ line }) =>
      transact(context, (tx) =>
        note(tx, row, [{ line, cells: {}, outcome: 'rejected', column: null, reason: DOES_NOT_FIT }]),
      ),
    (err) => context.platform.log.warn({ err, import: row.id }, 'rows of an import were refused'),
  );
}

export function writtenIds(outcomes: readonly RowOutcome[]): number[] {
  return outcomes.flatMap((outcome) => (outcome.outcome === 'rejected' ? [] : outcome.class_id));
}

export function notedRow(row: RowOutcome) {
  const { line, outcome } = row;
  const nothing = { class_id: null, before: null, before_at: null, marked_at: null };
  const none = { ...nothing, in_column: null, reason: null, cells: null, undone: false, line, outcome };
  switch (row.outcome) {
    case 'rejected':
      return { ...none, in_column: row.column, reason: row.reason, cells: row.cells };
    case 'unchanged':
      return { ...none, class_id: row.class_id };
    case 'created':
      return { ...none, class_id: row.class_id, marked_at: row.marked_at };
    case 'updated': {
      const { class_id, before, before_at, marked_at } = row;
      return { ...none, class_id, before, before_at, marked_at };
    }
  }
}

async function note(
  { db }: TransactionContext,
  { id, runner, line }: ImportRow,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  await insertAll(
    db,
    'class_import_rows',
    outcomes.map((outcome) => ({ import_id: id, ...notedRow(outcome) }) as never),
  );
  const of = (name: Outcome) => outcomes.filter(({ outcome }) => outcome === name).length;
  const { numAffectedRows } = await sql`
    update imports set rows = rows + ${outcomes.length}, line = ${outcomes.at(-1)?.line ?? line},
      created = created + ${of('created')}, updated = updated + ${of('updated')},
      unchanged = unchanged + ${of('unchanged')}, rejected = rejected + ${of('rejected')}, attempts = 1
    where id = ${id} and runner = ${runner}`.execute(db);
  if (numAffectedRows === 0n) throw new Superseded();
}
