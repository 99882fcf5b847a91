import { sql } from 'kysely';
import { type TransactionContext, transact } from '../../../server/context.ts';
import type { CsvRow } from '../../../server/files/csv-rows.ts';
import type { SiteCall } from '../../../server/sites/site-context.ts';
import type { ImportRow } from '../../imports/server/import-row.ts';
import { DOES_NOT_FIT, inHalves, Superseded } from '../../imports/server/refused-parts.ts';
import { type RowOutcome, type Telling, tellRows } from './tell-rows.ts';

export const ROWS_PER_PART = 500;

/** Tells rows and notes them in one transaction: killed processes leave whole rows. A refused one is rejected alone. Throws {@link Superseded} once another's. */
export function writePart(
  site: SiteCall,
  row: ImportRow,
  telling: Telling,
  rows: readonly CsvRow[],
): Promise<void> {
  return inHalves(
    rows,
    (part) => transact(site, async (tx) => note(tx, row, await tellRows(tx, telling, part))),
    ({ line }) => {
      const cells = {};
      return transact(site, (tx) =>
        note(tx, row, [{ line, cells, state: 'rejected', column: null, reason: DOES_NOT_FIT }]),
      );
    },
    (err) => site.platform.log.warn({ err, import: row.id }, 'rows of an import were refused'),
  );
}

export function notedRow(outcome: RowOutcome) {
  const { line, state, cells } = outcome;
  const nothing = { reference: null, booked_id: null, in_column: null, reason: null, cells: null };
  if (outcome.state === 'created')
    return { ...nothing, line, outcome: state, reference: outcome.reference, booked_id: outcome.id };
  if (outcome.state === 'rejected')
    return { ...nothing, line, outcome: state, in_column: outcome.column, reason: outcome.reason, cells };
  return { ...nothing, line, outcome: state };
}

async function note(
  { db }: TransactionContext,
  { id, runner }: ImportRow,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  const of = (state: RowOutcome['state']) => outcomes.filter((outcome) => outcome.state === state).length;
  const counted = {
    rows: outcomes.length,
    line: outcomes.at(-1)?.line,
    created: of('created'),
    unchanged: of('unchanged'),
    rejected: of('rejected'),
  };
  const noted = outcomes.filter(({ state }) => state !== 'unchanged').map(notedRow);
  const { rows } = await sql<{ is_ours: boolean }>`
    select note_import(${id}, ${runner}, ${JSON.stringify(noted)}, ${JSON.stringify(counted)}) as is_ours`.execute(
    db,
  );
  if (rows[0]?.is_ours !== true) throw new Superseded();
}
