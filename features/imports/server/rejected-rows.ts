import { sql } from 'kysely';
import { PAGE_SIZE } from '../../../core/paging.ts';
import type { Context } from '../../../server/context.ts';
import type { Rejection, RejectionCause } from '../contract.ts';

type Rows = 'user_import_rows' | 'class_import_rows' | 'site_import_rows';

/** The most causes that are answered; those of fewer rows are left to the file. */
const MOST_CAUSES = 20;

/** The reason without the value between its first and last quotation mark, which may hold more of them. */
const CAUSE = sql<string>`case when strpos(reason, '"') = 0 then reason
  else left(reason, strpos(reason, '"')) || '…' || right(reason, strpos(reverse(reason), '"')) end`;

/** Returns a page of the rejected rows, how many there are, and their commonest causes, with the first line of each. */
export async function pageOfRejections({ db }: Context, table: Rows, id: number, page: number) {
  const rejected = db
    // All three have these columns.
    .selectFrom(table as 'user_import_rows')
    .where('import_id', '=', id)
    .where('outcome', '=', 'rejected');
  const [rejections, causes, { count }] = await Promise.all([
    rejected
      .select(['line', 'in_column as column', 'reason'])
      .orderBy('line')
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE)
      .$castTo<Rejection>()
      .execute(),
    rejected
      .select((eb) => [
        'in_column as column',
        CAUSE.as('reason'),
        eb.fn.countAll<number>().as('count'),
        eb.fn.min('line').as('line'),
      ])
      .groupBy(['in_column', CAUSE])
      .orderBy('count', 'desc')
      .orderBy('line')
      .limit(MOST_CAUSES)
      .$castTo<RejectionCause>()
      .execute(),
    rejected.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rejections, causes, count };
}
