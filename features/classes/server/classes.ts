/** Classes and bundles as they are listed. Specification: api.md, "Reads whose paths were not shown". */
import { sql } from 'kysely';
import { notFound } from '../../../core/errors.ts';
import { toMajor } from '../../../core/money.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { type Context, programOf, visibleTo } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { matchesWords, matchesWordsOrId, offsetOf } from '../../../server/list-query.ts';
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
  const direction = filter.sort_dest ?? 'asc';
  const [rows, { count }] = await Promise.all([
    classRows(matching(context, filter))
      .orderBy(`c.${filter.sort_by ?? 'id'}`, direction)
      .orderBy('c.id', direction)
      .limit(PAGE_SIZE)
      .offset(offsetOf(filter.page))
      .execute(),
    matching(context, filter)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { classes: rows.map(inMajorUnits), count };
}

/** A class with the classes bundled into it; 404 where the caller may not see it. */
export async function readClass(context: Context, id: number) {
  const found = await classRows(visible(context))
    .select('c.updated_at')
    .where('c.id', '=', id)
    .executeTakeFirst();
  if (!found) notFound();
  return { ...inMajorUnits(found), updated_at: found.updated_at, ...(await bundledInto(context, id)) };
}

/** The classes that a bundle holds, in their order; those that the caller may not see are counted. */
export async function bundledInto(
  context: Pick<Context, 'db' | 'actor'>,
  bundleId: number,
): Promise<Bundled> {
  const [rows, { hidden }] = await Promise.all([
    classRows(visible(context))
      .innerJoin('bundle_classes as b', 'b.class_id', 'c.id')
      .where('b.bundle_id', '=', bundleId)
      .orderBy('b.position')
      .execute(),
    context.db
      .selectFrom('bundle_classes as b')
      .select((eb) => eb.fn.countAll<number>().as('hidden'))
      .where('b.bundle_id', '=', bundleId)
      .where((eb) =>
        eb.not(eb.exists(visible(context).select('c.id').where('c.id', '=', sql.ref<number>('b.class_id')))),
      )
      .executeTakeFirstOrThrow(),
  ]);
  return { bundles: rows.map(inMajorUnits), hidden };
}

/**
 * Which of these classes belong to a program: those at home there. What comes to link a class to further programs is
 * added here, and holds wherever this is asked.
 */
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

/** Classes of the caller's program, or all of them. */
export function visible({ db, actor }: Pick<Context, 'db' | 'actor'>) {
  return db.selectFrom('classes as c').where(visibleTo(actor, 'c.program_id'));
}

function matching(context: Context, filter: ClassFilter) {
  const program = programOf(context.actor, filter.program_id);
  return visible(context)
    .where(matchesWordsOrId('c.name_search', 'c.id', filter.name))
    .$if(filter.type !== '', (query) => query.where('c.is_bundle', '=', filter.type === 'bundle'))
    .$if(program !== null, (query) => query.where('c.program_id', '=', program))
    .$if(filter.instructor_name !== '', (query) =>
      query.where((eb) =>
        eb(
          'c.instructor_id',
          'in',
          eb
            .selectFrom('site_users as i')
            .select('i.id')
            .where(matchesWords('i.name_search', filter.instructor_name)),
        ),
      ),
    );
}

function classRows(query: ReturnType<typeof visible>) {
  return query
    .leftJoin('site_users as u', 'u.id', 'c.instructor_id')
    .select([
      'c.id',
      'c.class_name',
      'c.instructor_id',
      sql<string | null>`nullif(btrim(u.first_name || ' ' || u.last_name), '')`.as('instructor_name'),
      'c.program_id',
      'c.is_bundle',
      'c.class_price',
      'c.currency',
      'c.membership_discount',
      'c.membership_discount_other',
      'c.del_flag',
      'c.status',
    ]);
}

function inMajorUnits<Row extends { class_price: number; currency: string }>(row: Row): Row {
  return { ...row, class_price: toMajor(row.class_price, row.currency) };
}
