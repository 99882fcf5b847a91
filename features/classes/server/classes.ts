/** Classes and bundles as they are listed. Specification: Classes and bundles. */
import { type Expression, type SqlBool, sql } from 'kysely';
import { notFound } from '../../../core/errors.ts';
import { toMajor } from '../../../core/money.ts';
import { type Context, visibleIn, visibleTo } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { type List, matchesWords, matchesWordsOrId, pageOf, rowsOf } from '../../../server/list-query.ts';
import type { Bundled, CLASS_SORTS, ClassRow } from '../contract.ts';

export type ClassFilter = {
  page: number;
  type: 'class' | 'bundle' | '';
  program_id: number;
  instructor_name: string;
  name: string;
  sort_by?: (typeof CLASS_SORTS)[number] | undefined;
  sort_dest?: 'asc' | 'desc' | undefined;
};

/** One page, by id unless another order is asked for, and how many there are in all. */
export async function pageOfClasses(
  context: Context,
  filter: ClassFilter,
): Promise<{ classes: ClassRow[]; count: number }> {
  const { rows, count } = await pageOf<ClassRow, ClassSort>(context.db, LIST, {
    matching: [
      visibleIn(context.actor, 'c.program_id', filter.program_id),
      matchesWordsOrId('c.name_search', 'c.id', filter.name),
      filter.type === '' ? sql<boolean>`true` : sql<boolean>`c.is_bundle = ${filter.type === 'bundle'}`,
      taughtBy(filter.instructor_name),
    ],
    page: filter.page,
    sort_by: filter.sort_by ?? 'id',
    sort_dest: filter.sort_dest,
  });
  return { classes: rows.map(inMajorUnits), count };
}

/** A class with the classes bundled into it; 404 where the caller may not see it. */
export async function readClass(context: Context, id: number) {
  const matching = [visibleTo(context.actor, 'c.program_id'), sql<boolean>`c.id = ${id}`] as const;
  const list = { ...LIST, columns: sql`${LIST.columns}, c.updated_at` };
  const [found] = await rowsOf<ClassRow & { updated_at: string }>(context.db, list, matching);
  return found ? { ...inMajorUnits(found), ...(await bundledInto(context, id)) } : notFound();
}

/** The classes that a bundle holds, in their order; those that the caller may not see are counted. */
export async function bundledInto(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  bundleId: number,
): Promise<Bundled> {
  const list: List<'position'> = {
    ...LIST,
    from: sql`(classes c join bundle_classes b on b.class_id = c.id and b.bundle_id = ${bundleId})`,
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
  return { bundles: rows.map(inMajorUnits), hidden: held - count };
}

/** The classes at home in a program. What comes to link classes to further programs is added here. */
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

export function visible({ db, actor }: Pick<Context, 'db' | 'actor'>) {
  return db.selectFrom('classes as c').where(visibleTo(actor, 'c.program_id'));
}

type ClassSort = (typeof CLASS_SORTS)[number];

const LIST: List<ClassSort> = {
  from: sql`classes c`,
  id: sql`c.id`,
  columns: sql`c.id, c.class_name, c.instructor_id,
    nullif(btrim(u.first_name || ' ' || u.last_name), '') as instructor_name, c.program_id, c.is_bundle, c.class_price,
    c.currency, c.membership_discount, c.membership_discount_other, c.del_flag, c.status`,
  joins: sql`left join site_users u on u.id = c.instructor_id`,
  orders: {
    id: sql`c.id`,
    class_name: sql`c.class_name`,
    class_price: sql`c.class_price`,
    membership_discount: sql`c.membership_discount`,
    membership_discount_other: sql`c.membership_discount_other`,
    del_flag: sql`c.del_flag`,
    status: sql`c.status`,
  },
};

function taughtBy(instructor: string): Expression<SqlBool> {
  if (instructor === '') return sql`true`;
  return sql`c.instructor_id in (select i.id from site_users i where ${matchesWords('i.name_search', instructor)})`;
}

function inMajorUnits<Row extends { class_price: number; currency: string }>(row: Row): Row {
  return { ...row, class_price: toMajor(row.class_price, row.currency) };
}
