import { PAGE_SIZE } from '../../../core/paging.ts';
import { fromHundredths } from '../../../core/percent.ts';
import type { Context } from '../../../server/context.ts';
import { rowAsOf } from '../../../server/nouns/as-of/as-of.ts';
import { CODE, type LevelName, sumOf } from '../rules.ts';
import { findOwner, type Owner } from './owners.ts';
import { changesOf, LATEST, rowsAsOf, type Seller, saleAsOf, salesAsOf } from './row-versions.ts';

/** A page of a group's changes, newest first, each with what divided a sale from then on, and what does now; 404 for an invisible owner. */
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

export async function groupAsOf(context: Context, input: { level: LevelName; owner_id: number; at: string }) {
  const owner = await findOwner(context, input.level, input.owner_id);
  const then = await sellerAsOf(context, owner, input.at);
  const sale = await saleAsOf(context.db, then ?? (await sellerOf(context, owner)), input.at);
  return {
    commissions: await rowsAsOf(context.db, input.level, input.owner_id, input.at),
    sale,
    instructor_part: fromHundredths(10_000 - sumOf(sale.filter((row) => row.type !== CODE))),
    seller_known: then !== null,
  };
}

/** Returns who sold at a moment: the program is that of the instructor of then. Null where the caller does not know. */
async function sellerAsOf(
  context: Context,
  { level, owner_id, program_id }: Owner,
  at: string,
): Promise<Seller | null> {
  if (level === 'site' || level === 'program') return { class_id: null, instructor_id: null, program_id };
  const taught =
    level === 'class' ? await rowAsOf(context, 'class', owner_id, at) : { instructor_id: owner_id };
  if (!taught) return null;
  const instructor_id = (taught.instructor_id ?? null) as number | null;
  const instructor = instructor_id === null ? null : await rowAsOf(context, 'site_user', instructor_id, at);
  if (instructor_id !== null && !instructor) return null;
  return {
    class_id: level === 'class' ? owner_id : null,
    instructor_id,
    program_id: (instructor?.program_id ?? null) as number | null,
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
