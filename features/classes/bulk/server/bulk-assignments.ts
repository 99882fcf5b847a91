import { sql } from 'kysely';
import { notFound, refuse, refuseField } from '../../../../core/errors.ts';
import { must } from '../../../../core/must.ts';
import { type Context, type TransactionContext, transact } from '../../../../server/context.ts';
import { requireActivePrograms } from '../../../../server/nouns/active-programs.ts';
import { auditBulk } from '../../../../server/nouns/audit.ts';
import type { CategoryLosses } from '../../links-contract.ts';
import { holdClasses, markClasses } from '../../server/class-links.ts';
import { idsOfClasses } from '../../server/classes.ts';
import { categoryLossesOf, entriesOf, takeLinks } from '../../server/taken-links.ts';
import { type BulkAssignment, CLASSES_SHOWN, MOST_CLASSES, type ShownClass } from '../contract.ts';

type Pair = { class_id: number; program_id: number };

/** Links every class to every program it is not in, all or none. 400 names those that are not there; 409 where a filter matches another number by now. */
export function assignClasses(context: Context, wish: BulkAssignment) {
  return transact(context, async (tx) => {
    const { program_ids, discount_percentage, dry_run } = wish;
    const programs = await activePrograms(tx, program_ids);
    const ids = await chosenClasses(tx, wish);
    const shown = await showSome(tx, ids, programs);
    const pairs = ids.length * programs.length;
    const answer = (bulk: number | null, linked: number) => ({
      bulk,
      linked,
      already: pairs - linked,
      count: ids.length,
      classes: shown,
    });
    if (dry_run) return answer(null, pairs - (await countLinks(tx, ids, programs)));
    const bulk = await beginBulk(tx, ids.length);
    await holdClasses(tx, sql`select unnest(${ids}::integer[])`);
    const links = await link(tx, { ids, programs, discount_percentage, bulk });
    await markClasses(tx, links);
    await tx.db
      .updateTable('bulk_assignments')
      .set({ linked: links.length })
      .where('id', '=', bulk)
      .execute();
    const after = { classes: ids.length, programs, discount_percentage, linked: links.length };
    await auditBulk(tx, {
      entity: 'bulk',
      entity_id: bulk,
      action: 'create',
      after,
      children: links.map(({ class_id, program_id }) => ({
        entity: 'class',
        entity_id: class_id,
        action: 'programs',
        program_id,
        after: { program_id, discount_percentage },
      })),
    });
    return answer(bulk, links.length);
  });
}

/** Takes back the links that it made and nobody has edited since, with the categories given for them; again it takes nothing. 404 where there is none. */
export function undoBulk(
  context: Context,
  id: number,
): Promise<{ unlinked: number; kept: number; category_losses: CategoryLosses }> {
  return transact(context, async (tx) => {
    const { db, actor } = tx;
    const bulk = await db
      .selectFrom('bulk_assignments')
      .select(['linked', 'undone_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!bulk) notFound();
    if (bulk.undone_at !== null) refuse(400, 'This assignment is already undone');
    await holdClasses(tx, sql`select class_id from class_programs where bulk_id = ${id}`);
    const { taken, losses } = await takeLinks(tx, sql`l.bulk_id = ${id}`);
    await markClasses(tx, taken);
    await sql`update bulk_assignments set undone_at = provost_now(), undone_by = ${actor.admin_id || null}
      where id = ${id}`.execute(db);
    const after = { unlinked: taken.length, kept: bulk.linked - taken.length };
    await auditBulk(tx, {
      entity: 'bulk',
      entity_id: id,
      action: 'undo',
      after,
      children: [
        ...taken.map(({ class_id, program_id }) => ({
          entity: 'class' as const,
          entity_id: class_id,
          action: 'programs',
          program_id,
          before: { program_id },
        })),
        ...entriesOf(losses),
      ],
    });
    return { ...after, category_losses: categoryLossesOf(losses) };
  });
}

async function activePrograms({ db }: TransactionContext, wanted: readonly number[]): Promise<number[]> {
  await requireActivePrograms(db, { programs: wanted, field: (index) => `program_ids.${index}` });
  return [...new Set(wanted)];
}

async function chosenClasses(
  tx: TransactionContext,
  { class_ids, filter, count }: BulkAssignment,
): Promise<number[]> {
  if (filter) {
    const ids = await idsOfClasses(tx, filter, MOST_CLASSES + 1);
    if (ids.length > MOST_CLASSES) refuseField('filter', `Choose at most ${MOST_CLASSES} classes at once`);
    if (ids.length !== count)
      refuse(409, `The list now has ${ids.length} classes, not ${count}`, { count: ids.length });
    return ids;
  }
  const wanted = class_ids ?? [];
  const { rows } = await sql<{ id: number }>`
    select id from classes where id = any (${wanted}::integer[])`.execute(tx.db);
  const known = new Set(rows.map(({ id }) => id));
  const missing = wanted.findIndex((id) => !known.has(id));
  if (missing >= 0) refuseField(`class_ids.${missing}`, `There is no class ${wanted[missing]}`);
  return [...new Set(wanted)];
}

async function showSome(
  { db }: TransactionContext,
  ids: readonly number[],
  programs: readonly number[],
): Promise<ShownClass[]> {
  const { rows } = await sql<ShownClass>`
    select c.id, c.class_name, array(select l.program_id from class_programs l
      where l.class_id = c.id and l.program_id = any (${programs}::integer[]) order by 1) as already
    from classes c where c.id = any (${ids.slice(0, CLASSES_SHOWN)}::integer[]) order by c.id`.execute(db);
  return rows;
}

async function countLinks(
  { db }: TransactionContext,
  ids: readonly number[],
  programs: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from class_programs
    where class_id = any (${ids}::integer[]) and program_id = any (${programs}::integer[])`.execute(db);
  return must(rows[0], 'count').count;
}

async function beginBulk({ db, actor }: TransactionContext, classes: number): Promise<number> {
  const { id } = await db
    .insertInto('bulk_assignments')
    .values({ classes, linked: 0, created_by: actor.admin_id || null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Links = {
  ids: readonly number[];
  programs: readonly number[];
  discount_percentage: number;
  bulk: number;
};

async function link(
  { db }: TransactionContext,
  { ids, programs, discount_percentage, bulk }: Links,
): Promise<Pair[]> {
  // In one order for all, so that two at once wait for each other instead of for themselves.
  const { rows } = await sql<Pair>`
    insert into class_programs (class_id, program_id, discount_percentage, bulk_id)
    select c.id, p.id, ${discount_percentage}, ${bulk}
    from unnest(${ids}::integer[]) c (id) cross join unnest(${programs}::integer[]) p (id)
    order by c.id, p.id
    on conflict do nothing returning class_id, program_id`.execute(db);
  return rows;
}
