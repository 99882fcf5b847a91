/** The classes that bundles hold. Specification: Bundle editor. */
import { sql } from 'kysely';
import { toMajor } from '../../../core/money.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { type List, pageOf } from '../../../server/list-query.ts';
import type { Bundled, ClassRow } from '../contract.ts';

/** The classes that a bundle holds, in their order; those that are not at home with the caller are counted. */
export async function bundledInto(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  bundleId: number,
): Promise<Bundled> {
  const list: List<'position'> = {
    from: sql`(classes c join bundle_classes b on b.class_id = c.id and b.bundle_id = ${bundleId})`,
    id: sql`c.id`,
    columns: sql`c.id, c.class_name, c.instructor_id,
      nullif(btrim(u.first_name || ' ' || u.last_name), '') as instructor_name, c.program_id, c.is_bundle, c.class_price,
      c.currency, c.membership_discount, c.membership_discount_other, c.del_flag, c.status`,
    joins: sql`left join site_users u on u.id = c.instructor_id`,
    orders: { position: sql`b.position` },
  };
  const { rows, count } = await pageOf<ClassRow, 'position'>(db, list, {
    matching: [visibleTo(actor, 'c.program_id')],
    sort_by: 'position',
  });
  const { held } = await db
    .selectFrom('bundle_classes')
    .select((eb) => eb.fn.countAll<number>().as('held'))
    .where('bundle_id', '=', bundleId)
    .executeTakeFirstOrThrow();
  const bundles = rows.map((row) => ({ ...row, class_price: toMajor(row.class_price, row.currency) }));
  return { bundles, hidden: held - count };
}

/** Those at home in a program. One that it only sells is not its own, and may be taken away: a bundle does not hold it. */
export async function classesOfProgram(
  db: Db,
  programId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('classes as c')
    .select('c.id')
    .where('c.id', '=', sql<number>`any (${ids}::integer[])`)
    .where('c.program_id', '=', programId)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Classes at home with the caller. */
export function ownClasses({ db, actor }: Pick<Context, 'db' | 'actor'>) {
  return db.selectFrom('classes as c').where(visibleTo(actor, 'c.program_id'));
}
