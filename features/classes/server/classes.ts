import { type Expression, type SqlBool, sql } from 'kysely';
import { type Actor, isGlobal } from '../../../core/access.ts';
import { notFound, refuseField } from '../../../core/errors.ts';
import { toMajor } from '../../../core/money.ts';
import { must } from '../../../core/must.ts';
import { type Context, programOf } from '../../../server/context.ts';
import {
  byAmount,
  byPlace,
  type Conditions,
  matchesWords,
  matchesWordsOrId,
  pageOf,
  rowsOf,
} from '../../../server/nouns/list-query.ts';
import { recordOnSite } from '../../programs/server/site-address.ts';
import { type CLASS_SORTS, type ClassDetail, type ListedClass, PROGRAM_SORTS } from '../contract.ts';
import { hiddenBy } from '../visibility.ts';
import { bundledInto } from './bundled.ts';
import { linksOf } from './class-links.ts';
import { INSTRUCTOR, shownTo } from './class-noun.ts';

export type ClassFilter = {
  type: 'class' | 'bundle' | '';
  program_id: number;
  instructor_name: string;
  name: string;
  visible: '' | '0' | '1';
  list_type: '' | 'home' | 'tagging';
};

type ClassPage = ClassFilter & {
  page: number;
  page_of?: number | undefined;
  sort_by?: ClassSort | undefined;
  sort_dest?: 'asc' | 'desc' | undefined;
};

/** Sorts by id by default. With a program, lists what is sold there, at home or not. 400 for sorts and filters of links without a program. */
export async function pageOfClasses(
  context: Context,
  filter: ClassPage,
): Promise<{ classes: ListedClass[]; count: number; page?: number; deleted: number }> {
  const program = programOf(context.actor, filter.program_id);
  const { sort_by = 'id' } = filter;
  if (program === null && PROGRAM_SORTS.includes(sort_by))
    refuseField('sort_by', `Choose a program to sort by ${sort_by}`);
  const list = listIn(context.actor, program);
  const listed = matching(program, filter);
  const { rows, ...counted } = await pageOf<ListedClass, ClassSort>(context.db, list, {
    matching: listed,
    page: filter.page,
    page_of: filter.page_of,
    sort_by,
    sort_dest: filter.sort_dest,
  });
  const gone = await sql<{ deleted: number }>`select count(*) as deleted from ${list.from}
    where ${sql.join([...listed, sql`c.del_flag = 1`], sql` and `)}`.execute(context.db);
  return { classes: rows.map(inMajorUnits), ...counted, deleted: must(gone.rows[0], 'count').deleted };
}

/** The ids of all that the list holds for a filter, in their order, `most` at most. */
export async function idsOfClasses(
  { db, actor }: Context,
  filter: ClassFilter,
  most: number,
): Promise<number[]> {
  const program = programOf(actor, filter.program_id);
  const { rows } = await sql<{ id: number }>`
    select c.id from ${listIn(actor, program).from} where ${sql.join(matching(program, filter), sql` and `)}
    order by c.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

export function matching(program: number | null, filter: ClassFilter): Conditions {
  const all = sql<boolean>`true`;
  const { list_type } = filter;
  if (program === null && list_type !== '') refuseField('list_type', 'Choose a program first');
  return [
    program === null ? all : sql<boolean>`l.program_id = ${program}`,
    matchesWordsOrId('c.name_search', 'c.id', filter.name),
    filter.type === '' ? all : sql<boolean>`c.is_bundle = ${filter.type === 'bundle'}`,
    taughtBy(filter.instructor_name),
    filter.visible === '1' ? visibleIn(program) : all,
    list_type === ''
      ? all
      : sql<boolean>`(c.program_id is not distinct from l.program_id) = ${list_type === 'home'}`,
  ];
}

/** A class with what is bundled into it, and what it is in a program where one is named; 404 as any row. */
export async function readClass(context: Context, id: number, program_id = 0): Promise<ClassDetail> {
  const list = listIn(context.actor, programOf(context.actor, program_id), 'left join');
  const [found] = await rowsOf<Omit<ClassDetail, 'programs' | 'bundles' | 'hidden' | 'not_sold'>>(
    context.db,
    {
      ...list,
      columns: sql`${list.columns}, c.description, c.additional_info, c.enrol_reward, c.category, c.sub_category,
        c.class_image_id, i.path as image_new`,
      joins: sql`${list.joins} left join uploads i on i.id = c.class_image_id`,
    },
    [shownTo(context.actor), sql<boolean>`c.id = ${id}`],
  );
  if (!found) notFound();
  const programs = await linksOf(context, id);
  return { ...inMajorUnits(found), programs, ...(await bundledInto(context, id)) };
}

/** Returns where the site of that program, or else of its own, shows a class; null where it does not. */
export async function classOnSite(
  context: Context,
  shown: ClassDetail,
  program_id: number,
): Promise<string | null> {
  const program = programOf(context.actor, program_id) ?? shown.program_id;
  const isHidden = hiddenBy(shown, program).length > 0;
  return isHidden ? null : recordOnSite(context, program, `classes/${shown.id}`);
}

/** Returns the condition for `classes c` and its link `l` to the program; {@link hiddenBy} decides the same for one class. */
export function visibleIn(program: number | null): Expression<SqlBool> {
  const sold = program === null ? sql`` : sql`and (c.program_id = l.program_id or l.active = 1)`;
  return sql<SqlBool>`(c.status = 1 and c.del_flag = 0 and c.cancel = 0 and c.viewable = 1
    and c.access_type = 'public' ${sold})`;
}

type ClassSort = (typeof CLASS_SORTS)[number];

/** Without a program there is no link, and `l` is empty. */
export function listIn(
  actor: Actor,
  program: number | null,
  join: 'join' | 'left join' = program === null ? 'left join' : 'join',
) {
  return {
    ...LIST,
    from: sql`(classes c ${sql.raw(join)} class_programs l on l.class_id = c.id and l.program_id = ${program}
      left join programs h on h.id = c.program_id)`,
    columns: sql`${COLUMNS}, ${holdsOf(actor)} as holds, ${isGlobal(actor) ? CHANGED : CHANGED_HERE} as updated_at`,
  };
}

/** Sums the bundle's classes in `classes c`, in minor units: a bundle's own price is not their sum. */
function holdsOf(actor: Actor) {
  const own = actor.program_id;
  const seen = isGlobal(actor)
    ? sql`true`
    : sql`(m.program_id = ${own} or exists (
        select from class_programs s where s.class_id = m.id and s.program_id = ${own}))`;
  return sql`case when c.is_bundle then (
    with members as (select m.currency, m.class_price
      from bundle_classes b join classes m on m.id = b.class_id where b.bundle_id = c.id and ${seen}),
    sums as (select currency, sum(class_price) as amount from members group by currency)
    select json_build_object(
      'classes', (select count(*) from bundle_classes b where b.bundle_id = c.id),
      'hidden', (select count(*) from bundle_classes b where b.bundle_id = c.id) - (select count(*) from members),
      'sums', (select coalesce(json_agg(json_build_object('currency', currency, 'amount', amount)
        order by currency), '[]') from sums))) end`;
}

/** The version of the class; where it is only sold, the link's, since only that can be saved there. */
const CHANGED = sql`c.updated_at`;
const CHANGED_HERE = sql`case when c.program_id = l.program_id then c.updated_at else l.updated_at end`;

const ENROLLED = sql`(select count(*) from class_users e
  where e.class_id = c.id and e.enrol_status = 0 and e.cancel_after_refund = 0)`;

const HOME = sql`coalesce(h.program_display_name,
  case when c.program_id is not null then program_beside(c.id, c.program_id) end)`;

const COLUMNS = sql`c.id, c.class_name, c.instructor_id,
    ${INSTRUCTOR} as instructor_name, coalesce(c.program_id, 0) as program_id, c.is_bundle, c.class_price,
    c.currency, c.membership_discount, c.membership_discount_other, c.del_flag, c.status, c.cancel, c.viewable,
    c.access_type, l.active, l.display_order, case when l.featured then 'y' else 'n' end as featured, 
    ${HOME} as program_display_name, ${ENROLLED} as enrolled,
    (select coalesce(json_agg(json_build_object('program_id', t.program_id, 'tag_id', t.tag_id)
        order by t.program_id, t.tag_id), '[]')
      from class_program_tags t where t.class_id = c.id) as tags`;

const LIST = {
  id: sql`c.id`,
  joins: sql`left join site_users u on u.id = c.instructor_id`,
  orders: {
    id: sql`c.id`,
    class_name: sql`c.class_name`,
    enrolled: ENROLLED,
    class_price: byAmount('c.currency', 'c.class_price'),
    membership_discount: sql`c.membership_discount`,
    membership_discount_other: sql`c.membership_discount_other`,
    del_flag: sql`c.del_flag`,
    status: sql`c.status`,
    featured: sql`l.featured`,
    display_order: byPlace('l.display_order'),
    program: sql`lower(${HOME})`,
  },
  nullable: ['program'],
};

function taughtBy(instructor: string): Expression<SqlBool> {
  if (instructor === '') return sql`true`;
  // Of a class that is lent to the caller's program the name alone is known.
  return sql`(c.instructor_id in (select i.id from site_users i where ${matchesWordsOrId('i.name_search', 'i.id', instructor)})
    or c.id in (select t.class_id from lent_instructors() t where ${matchesWords('t.name_search', instructor)}))`;
}

function inMajorUnits<Row extends Pick<ListedClass, 'class_price' | 'currency' | 'holds'>>(row: Row): Row {
  const { class_price, currency, holds } = row;
  const sums = holds?.sums.map((sum) => ({ ...sum, amount: toMajor(sum.amount, sum.currency) })) ?? [];
  return { ...row, class_price: toMajor(class_price, currency), holds: holds && { ...holds, sums } };
}
