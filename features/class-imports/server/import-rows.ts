import { sql } from 'kysely';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import { exportOf, number, text } from '../../exports/server/kinds.ts';
import { pageOfRejections } from '../../imports/server/rejected-rows.ts';
import { classImportsContract, type LeftClass } from '../contract.ts';
import { FIELD_NAMES } from '../rules.ts';

/** Returns a page of the rejected rows, how many there are, and as many of those that an undo has left. */
export async function pageOfRows(context: Context, id: number, page: number) {
  const { db } = context;
  const part = sql`limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`;
  const [rejected, left] = await Promise.all([
    pageOfRejections(context, 'class_import_rows', id, page),
    sql<LeftClass>`select r.line, c.id as class_id, c.class_name, r.kept as reason
      from class_import_rows r join classes c on c.id = r.class_id
      where r.import_id = ${id} and r.kept is not null order by r.line ${part}`.execute(db),
  ]);
  return { ...rejected, left: left.rows };
}

export const rejectedClasses = exportOf<{ id: number }>({
  name: 'rejected-classes',
  saved_as: 'rejected-classes',
  access: classImportsContract.rejectedClassImportCsv['~orpc'].meta.access,
  columns: [
    ['line', number(sql`r.line`)],
    ['column', text(sql`r.in_column`)],
    ['reason', text(sql`r.reason`)],
    ...FIELD_NAMES.map((field) => [field, text(sql`r.cells ->> ${field}`)] as const),
  ],
  rows: (actor, { id }) => ({
    from: sql`class_import_rows r join imports i on i.id = r.import_id`,
    where: sql`i.id = ${id} and ${visibleTo(actor, 'i.program_id')} and r.outcome = 'rejected'`,
    order: sql`r.line`,
  }),
});
