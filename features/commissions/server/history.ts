/** A group's changes, and the group as of a date. Specification: Explain and history. */

import { PAGE_SIZE } from '../../../core/paging.ts';
import { fromHundredths } from '../../../core/percent.ts';
import type { Context } from '../../../server/context.ts';
import { CODE, type LevelName, sumOf } from '../rules.ts';
import { findOwner, type Owner } from './owners.ts';
import { changesOf, rowsAsOf, type Seller, saleAsOf } from './row-versions.ts';

/** A page of the changes of a group, newest first; 404 where the caller may not see its owner. */
export async function pageOfHistory(
  context: Context,
  input: { level: LevelName; owner_id: number; page: number },
) {
  await findOwner(context, input.level, input.owner_id);
  const history = await changesOf(context.db, input.level, input.owner_id);
  const from = (input.page - 1) * PAGE_SIZE;
  return { history: history.slice(from, from + PAGE_SIZE), count: history.length };
}

/** The rows of a group at a moment, and what a sale of that moment was divided by. */
export async function groupAsOf(context: Context, input: { level: LevelName; owner_id: number; at: string }) {
  const owner = await findOwner(context, input.level, input.owner_id);
  const sale = await saleAsOf(context.db, await sellerOf(context, owner), input.at);
  return {
    commissions: await rowsAsOf(context.db, input.level, input.owner_id, input.at),
    sale,
    instructor_part: fromHundredths(10_000 - sumOf(sale.filter((row) => row.type !== CODE))),
  };
}

async function sellerOf({ db }: Context, { level, owner_id, program_id }: Owner): Promise<Seller> {
  if (level !== 'class') {
    return { class_id: null, instructor_id: level === 'instructor' ? owner_id : null, program_id };
  }
  const { instructor_id } = await db
    .selectFrom('classes')
    .select('instructor_id')
    .where('id', '=', owner_id)
    .executeTakeFirstOrThrow();
  return { class_id: owner_id, instructor_id, program_id };
}
