import { sql } from 'kysely';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import { exportOf, number, text } from '../../exports/server/kinds.ts';
import type { Rejection } from '../../imports/contract.ts';
import { pageOfRejections } from '../../imports/server/rejected-rows.ts';
import { type LeftRow, siteImportsContract } from '../contract.ts';
import { KIND_FIELDS, type MovedKind } from '../rules.ts';

/** Returns a page of the rejected rows, how many there are, and as many of those that an undo has left. */
export async function pageOfRows(context: Context, id: number, page: number) {
  const { db } = context;
  const part = sql`limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`;
  const [rejected, left] = await Promise.all([
    pageOfRejections(context, 'site_import_rows', id, page),
    sql<LeftRow>`select line, coalesce(reference, '') as reference, kept as reason from site_import_rows
      where import_id = ${id} and kept is not null order by line ${part}`.execute(db),
  ]);
  return { ...rejected, left: left.rows };
}

export async function* readRejections(
  { db }: Context,
  id: number,
): AsyncGenerator<Rejection & { cells: Record<string, string> }> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Rejection & { cells: Record<string, string> }>`
      select line, in_column as "column", reason, coalesce(cells, '{}') as cells from site_import_rows
      where import_id = ${id} and outcome = 'rejected' and line > ${after} order by line limit ${PAGE_SIZE}`.execute(
      db,
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.line;
  }
}

export const REJECTED_ROWS = {
  charges: rejectedRows('charges'),
  enrolments: rejectedRows('enrolments'),
  attendances: rejectedRows('attendances'),
  coins: rejectedRows('coins'),
  tickets: rejectedRows('tickets'),
} as const;

function rejectedRows(kind: MovedKind) {
  return exportOf<{ id: number }>({
    name: `rejected-${kind}`,
    saved_as: `rejected-${kind}`,
    access: siteImportsContract.rejectedSiteImportCsv['~orpc'].meta.access,
    columns: [
      ['line', number(sql`r.line`)],
      ['column', text(sql`r.in_column`)],
      ['rejected', text(sql`r.reason`)],
      ...KIND_FIELDS[kind].map((field) => [field, text(sql`r.cells ->> ${field}`)] as const),
    ],
    rows: (actor, { id }) => ({
      from: sql`site_import_rows r join imports i on i.id = r.import_id`,
      where: sql`i.id = ${id} and ${visibleTo(actor, 'i.program_id')} and r.outcome = 'rejected'`,
      order: sql`r.line`,
    }),
  });
}
