import { type RawBuilder, sql } from 'kysely';
import { notFound, refuseField } from '../../../core/errors.ts';
import { must } from '../../../core/must.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { requireActivePrograms } from '../../../server/nouns/active-programs.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { changing, differs, nextMoment } from '../../../server/nouns/changing.ts';
import type { ClassLink, GivenLink, LostCategory } from '../links-contract.ts';
import { recordOf } from './class-categories.ts';
import { CLASS, SOLD_CLASS, type StoredClass } from './class-noun.ts';
import { checkTags, writeTags } from './class-tags.ts';
import { takeLinks } from './taken-links.ts';

/** Returns the home's link first, then by name; for a program that only sells the class, its own link. 404 as any row. */
export async function readClassPrograms(context: Context, id: number) {
  const { updated_at } = (await SOLD_CLASS.read(context, id)) ?? notFound();
  return { programs: await linksOf(context, id), updated_at };
}

/** Replaces where a class is sold, with its categories; its home stays. 400 for a program twice or not there, a foreign tag, or one left out that sells now. */
export function saveClassPrograms(
  context: Context,
  save: { id: number; programs: readonly GivenLink[]; updated_at?: string | undefined },
) {
  return transact(context, async (tx) => {
    let lost_categories: LostCategory[] = [];
    await changing(tx, CLASS, save, 'programs', async (_, row) => {
      await sql`select from class_programs where class_id = ${row.id}
        order by program_id for no key update`.execute(tx.db);
      const before = (await linksOf(tx, row.id)).map(withoutNames);
      const after = await linksAfter(tx, row, before, save.programs);
      const changed = after.filter((link) => !before.some((known) => isSame(known, link)));
      const gone = before.filter((link) => !after.some(({ program_id }) => program_id === link.program_id));
      await write(tx, row.id, changed);
      const [loss] = (await takeLinks(tx, linksTo(row.id, gone))).losses;
      lost_categories = loss?.lost_categories ?? [];
      await tellPrograms(tx, row, [...changed, ...gone], { before, after });
      const lost = loss && recordOf(loss);
      const change = {
        before: { programs: before, ...lost?.before },
        after: { programs: after, ...lost?.after },
      };
      const redacted = {
        before: { ...asReadAt(row, before), ...lost?.before },
        after: { ...asReadAt(row, after), ...lost?.after },
      };
      const isRedacted = row.program_id !== null && differs(change, redacted);
      // Said by its name, so that the type checker knows it: a spread may carry any.
      return { ...change, redacted: isRedacted ? redacted : undefined };
    });
    return { ...(await readClassPrograms(tx, save.id)), lost_categories };
  });
}

function linksTo(class_id: number, links: readonly Link[]): RawBuilder<unknown> {
  const programs = links.map(({ program_id }) => program_id);
  return sql`l.class_id = ${class_id} and l.program_id = any (${programs}::integer[])`;
}

/** The staff of the home read where else it is sold, but not what others tag it with. */
function asReadAt({ program_id }: StoredClass, links: readonly Link[]): { programs: Link[] } {
  return { programs: links.map((link) => (link.program_id === program_id ? link : { ...link, tags: [] })) };
}

/** The staff of a program that sells it from elsewhere read what was changed there. */
async function tellPrograms(
  tx: TransactionContext,
  { id, program_id }: StoredClass,
  touched: readonly Link[],
  { before, after }: { before: readonly Link[]; after: readonly Link[] },
): Promise<void> {
  for (const { program_id: there } of touched.filter((link) => link.program_id !== program_id)) {
    const at = (links: readonly Link[]) => links.filter((link) => link.program_id === there);
    const entry = { entity: CLASS.entity, entity_id: id, action: 'programs', program_id: there };
    await audit(tx, { ...entry, before: { programs: at(before) }, after: { programs: at(after) } });
  }
}

/** Holds classes whose links are about to change, in one order and before any link, as whoever saves a class does. */
export async function holdClasses({ db }: TransactionContext, ids: RawBuilder<unknown>): Promise<void> {
  await sql`select from classes where id in (${ids}) order by id for no key update`.execute(db);
}

/** Marks classes changed whose links were added or removed elsewhere, so that an open form does not restore removed ones. */
export async function markClasses(
  { db, actor }: TransactionContext,
  links: readonly { class_id: number }[],
): Promise<void> {
  const ids = [...new Set(links.map(({ class_id }) => class_id))];
  await sql`update classes set updated_at = ${nextMoment()}, updated_by = ${actor.admin_id || null}
    where id = any (${ids}::integer[])`.execute(db);
}

export async function linksOf({ db, actor }: Context, id: number): Promise<ClassLink[]> {
  const { rows } = await sql<ClassLink>`
    select l.program_id, coalesce(p.program_display_name, program_beside(c.id, l.program_id), '') as program_display_name,
      c.program_id is not distinct from l.program_id as home, l.active, l.discount_percentage,
      case when l.featured then 'y' else 'n' end as featured, l.display_order,
      array(select t.tag_id from class_program_tags t
        where t.class_id = l.class_id and t.program_id = l.program_id order by 1) as tags
    from class_programs l join classes c on c.id = l.class_id left join programs p on p.id = l.program_id
    where l.class_id = ${id} and (${visibleTo(actor, 'c.program_id')} or ${visibleTo(actor, 'l.program_id')})
    order by home desc, lower(p.program_display_name), l.program_id`.execute(db);
  return rows;
}

type Link = Omit<ClassLink, 'program_display_name' | 'home'>;

async function linksAfter(
  tx: TransactionContext,
  row: StoredClass,
  before: readonly Link[],
  given: readonly GivenLink[],
): Promise<Link[]> {
  const ids = given.map(({ program_id }) => program_id);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (twice >= 0) refuseField(`programs.${twice}.program_id`, `Program ${ids[twice]} is listed twice`);
  await requireActivePrograms(tx.db, {
    programs: ids,
    field: (index) => `programs.${index}.program_id`,
    kept: before.map(({ program_id }) => program_id),
  });
  const wanted = given.map((link) => withDefaults(link, before));
  await checkTags(
    tx,
    wanted.map((link, index) => ({
      program_id: link.program_id,
      tags: must(given[index], 'link as it was given').tags ?? [],
      path: `programs.${index}.tags`,
      kept: tagsOf(before, link),
    })),
  );
  const stays = before.filter((link) => ids.includes(link.program_id) || link.program_id === row.program_id);
  await refuseSelling(
    tx,
    before.filter((link) => link.active === 1 && !stays.includes(link)),
  );
  const known = before.map(({ program_id }) => program_id);
  return [
    ...stays.map((link) => wanted.find(({ program_id }) => program_id === link.program_id) ?? link),
    ...wanted.filter(({ program_id }) => !known.includes(program_id)),
  ];
}

function withDefaults({ active, tags, ...given }: GivenLink, before: readonly Link[]): Link {
  const known = before.find(({ program_id }) => program_id === given.program_id) ?? NEW_LINK;
  return {
    program_id: given.program_id,
    active: active === undefined ? known.active : active ? 1 : 0,
    discount_percentage: given.discount_percentage ?? known.discount_percentage,
    featured: given.featured ?? known.featured,
    display_order: given.display_order ?? known.display_order,
    tags: tags === undefined ? known.tags : [...new Set(tags)].toSorted((a, b) => a - b),
  };
}

const NEW_LINK = {
  active: 1,
  discount_percentage: 0,
  featured: 'n',
  display_order: 0,
  tags: [] as number[],
} as const;

/** Refuses to remove a link on sale today by omitting it. */
async function refuseSelling({ db }: TransactionContext, selling: readonly Link[]): Promise<void> {
  if (selling.length === 0) return;
  const { rows } = await sql<{ name: string }>`
    select program_display_name as name from programs
    where id = any (${selling.map(({ program_id }) => program_id)}::integer[]) order by 1`.execute(db);
  const names = rows.map(({ name }) => name).join(', ');
  refuseField('programs', `It can be bought in ${names}: switch that off before you take it away`);
}

async function write({ db, actor }: TransactionContext, class_id: number, changed: readonly Link[]) {
  // In one order for all, as a bulk assignment has it: two at once wait for each other instead of for themselves.
  for (const { tags, featured, ...link } of changed.toSorted((a, b) => a.program_id - b.program_id)) {
    const values = { ...link, featured: featured === 'y', updated_by: actor.admin_id || null };
    await db
      .insertInto('class_programs')
      .values({ class_id, ...values })
      .onConflict((conflict) => conflict.columns(['class_id', 'program_id']).doUpdateSet(values))
      .execute();
    await writeTags(db, { class_id, program_id: link.program_id }, tags);
  }
}

function tagsOf(links: readonly Link[], { program_id }: Link): readonly number[] {
  return links.find((link) => link.program_id === program_id)?.tags ?? [];
}

function isSame(a: Link, b: Link): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function withoutNames(link: ClassLink): Link {
  const { program_id, active, discount_percentage, featured, display_order, tags } = link;
  return { program_id, active, discount_percentage, featured, display_order, tags };
}
