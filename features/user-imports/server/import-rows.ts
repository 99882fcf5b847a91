import { sql } from 'kysely';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import { exportOf, number, text } from '../../exports/server/kinds.ts';
import type { Rejection } from '../../imports/contract.ts';
import { pageOfRejections } from '../../imports/server/rejected-rows.ts';
import { FIELD_NAMES } from '../rules.ts';

type Left = { line: number; user_id: number; email: string; reason: string };

/** Returns a page of the rejected rows, how many there are, and as many of those that an undo has left. */
export async function pageOfRows(context: Context, id: number, page: number) {
  const { db } = context;
  const part = sql`limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`;
  const [rejected, left] = await Promise.all([
    pageOfRejections(context, 'user_import_rows', id, page),
    sql<Left>`select r.line, r.user_id, u.email, r.kept as reason
      from user_import_rows r join site_users u on u.id = r.user_id
      where r.import_id = ${id} and r.kept is not null order by r.line ${part}`.execute(db),
  ]);
  return { ...rejected, left: left.rows };
}

/** All rejected rows in their order, a page at a time. */
export async function* readRejections(context: Context, id: number): AsyncGenerator<Rejection> {
  for (let page = 1; ; page++) {
    const { rejections } = await pageOfRows(context, id, page);
    yield* rejections;
    if (rejections.length < PAGE_SIZE) return;
  }
}

export const rejectedRows = exportOf<{ id: number }>({
  name: 'rejected-users',
  saved_as: 'rejected-users',
  access: { area: 'users' },
  columns: [
    ['line', number(sql`r.line`)],
    ['column', text(sql`r.in_column`)],
    ['reason', text(sql`r.reason`)],
    ...FIELD_NAMES.filter((field) => field !== 'password').map(
      (field) => [field, text(sql`r.cells ->> ${field}`)] as const,
    ),
  ],
  rows: (actor, { id }) => ({
    from: sql`user_import_rows r join imports i on i.id = r.import_id`,
    where: sql`i.id = ${id} and ${visibleTo(actor, 'i.program_id')} and r.outcome = 'rejected'`,
    order: sql`r.line`,
  }),
});
