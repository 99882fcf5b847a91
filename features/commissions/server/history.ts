/** A group's changes, and the group as of a date. Specification: Explain and history. */

import { PAGE_SIZE } from '../../../core/paging.ts';
import { fromHundredths } from '../../../core/percent.ts';
import type { Context } from '../../../server/context.ts';
import { CODE, type LevelName, sumOf } from '../rules.ts';
import { findOwner, type Owner } from './owners.ts';
import { changesOf, LATEST, rowsAsOf, type Seller, saleAsOf, salesAsOf } from './row-versions.ts';

/**
 * A page of the changes of a group, newest first, each with what a sale was divided by from then on, and what one is
 * divided by now; 404 where the caller may not see its owner. Rows of other levels are those that the card shows.
 */
export async function pageOfHistory(
  context: Context,
  input: { level: LevelName; owner_id: number; page: number },
) {
  const { db } = context;
  const owner = await findOwner(context, input.level, input.owner_id);
  const changes = await changesOf(db, input.level, input.owner_id);
  const from = (input.page - 1) * PAGE_SIZE;
  const page = changes.slice(from, from + PAGE_SIZE);
  const moments = [...page.map(({ at }) => at), LATEST];
  const saleOf = await salesAsOf(db, await sellerOf(context, owner), moments);
  return {
    history: page.map((change) => ({ ...change, sale: saleOf(change.at) })),
    count: changes.length,
    sale: saleOf(LATEST),
  };
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
