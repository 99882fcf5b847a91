import { type RawBuilder, sql } from 'kysely';
import { notFound, refuse } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { auditBulk } from '../../../server/nouns/audit.ts';
import { changing } from '../../../server/nouns/changing.ts';
import type { CategoryLosses } from '../../classes/links-contract.ts';
import type { Loss } from '../../classes/server/class-categories.ts';
import { holdClasses, markClasses } from '../../classes/server/class-links.ts';
import { categoryLossesOf, entriesOf, lossesWithout, takeLinks } from '../../classes/server/taken-links.ts';
import { teaches } from '../rules.ts';
import { checkPrograms, linkedPrograms } from './check-programs.ts';
import { SITE_USER } from './site-user-noun.ts';

type Link = { class_id: number; program_id: number };
type Save = { id: number; programs: readonly number[]; updated_at?: string | undefined };
/** 404 where the caller sees no such user. */
export async function readUserPrograms(context: Context, id: number) {
  const { updated_at } = (await SITE_USER.read(context, id)) ?? notFound();
  return { programs: await programsOf(context.db, id), updated_at };
}

/**
 * Replaces them, and counts the links that came and went, deleted classes aside: a program added is linked to each of the
 * user's classes that it does not sell yet; one taken away loses the links that were made so and that nobody has edited
 * since. 400 for a student and for a program that is not there, 404 and 409 as any save.
 */
export async function saveUserPrograms(context: Context, { id, programs, updated_at }: Save) {
  const told = { linked: 0, unlinked: 0, category_losses: categoryLossesOf([]) };
  const saved = await transact(context, (tx) =>
    changing(tx, SITE_USER, { id, updated_at }, 'programs', async ({ db }, row) => {
      if (!teaches(row)) refuse(400, 'Class programs are for instructors and organizations');
      const before = await programsOf(db, id);
      await checkPrograms(db, programs, before);
      const after = [...new Set(programs)].toSorted((a, b) => a - b);
      const added = after.filter((program) => !before.includes(program));
      const gone = before.filter((program) => !after.includes(program));
      await holdClasses(tx, classesOf(id, gone));
      const made = await link(tx, id, added);
      const { taken, losses } = await takeLinks(tx, madeFor(id, gone));
      await markClasses(tx, [...made, ...taken]);
      await keep(db, id, { added, gone });
      await tellPrograms(tx, id, { made, taken, losses });
      told.linked = made.length;
      told.unlinked = taken.filter(({ deleted }) => !deleted).length;
      told.category_losses = categoryLossesOf(losses);
      return { before: { programs: before }, after: { programs: after } };
    }),
  );
  return { ...saved, ...told };
}

/** Returns the losses of an instructor's classes if these were their programs. Throws a 404 for an invisible user. */
export async function lossesOfPrograms(
  context: Context,
  { id, programs }: { id: number; programs: readonly number[] },
): Promise<CategoryLosses> {
  if (!(await SITE_USER.read(context, id))) notFound();
  const before = await programsOf(context.db, id);
  const added = programs.filter((program) => !before.includes(program));
  const gone = before.filter((program) => !programs.includes(program));
  const losses = await lossesWithout(context, {
    gone: sql`select l.class_id, l.program_id from class_programs l join classes c on c.id = l.class_id
      where ${madeFor(id, gone)} and c.program_id is distinct from l.program_id`,
    made: newLinks(id, added),
  });
  return categoryLossesOf(losses);
}

const programsOf = (db: Db, id: number) => linkedPrograms(db, 'site_user_programs', id);

function classesOf(id: number, gone: readonly number[]): RawBuilder<unknown> {
  return sql`select c.id from classes c
    where c.instructor_id = ${id} and c.del_flag = 0
      or c.id in (select l.class_id from class_programs l where ${madeFor(id, gone)})`;
}

/** The links that these programs have made, as long as nobody has edited them. */
function madeFor(id: number, programs: readonly number[]): RawBuilder<unknown> {
  return sql`l.made_for = ${id} and l.program_id = any (${programs}::integer[])`;
}

function newLinks(id: number, programs: readonly number[]): RawBuilder<unknown> {
  return sql`select c.id as class_id, p.id as program_id
    from classes c cross join unnest(${programs}::integer[]) p (id)
    where c.instructor_id = ${id} and c.del_flag = 0`;
}

/** Adds links in the locking order of a bulk assignment, before removing any, to avoid deadlocks. */
async function link(
  { db, actor }: TransactionContext,
  id: number,
  added: readonly number[],
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    insert into class_programs (class_id, program_id, made_for, updated_by)
    select n.class_id, n.program_id, ${id}, ${actor.admin_id || null}::integer
    from (${newLinks(id, added)}) n
    order by n.class_id, n.program_id
    on conflict do nothing returning class_id, program_id`.execute(db);
  return rows;
}

async function keep(
  db: Db,
  id: number,
  { added, gone }: { added: readonly number[]; gone: readonly number[] },
): Promise<void> {
  await sql`delete from site_user_programs where user_id = ${id} and program_id = any (${gone}::integer[])`.execute(
    db,
  );
  await sql`insert into site_user_programs (user_id, program_id) select ${id}, unnest(${added}::integer[])`.execute(
    db,
  );
}

/** The staff of each program reads which classes it sells from now on, and which no longer; that of a home, what its classes lose. */
async function tellPrograms(
  tx: TransactionContext,
  id: number,
  { made, taken, losses }: { made: readonly Link[]; taken: readonly Link[]; losses: readonly Loss[] },
): Promise<void> {
  if (made.length + taken.length === 0) return;
  const entry = ({ class_id, program_id }: Link) => ({
    entity: 'class' as const,
    entity_id: class_id,
    action: 'programs',
    program_id,
  });
  await auditBulk(tx, {
    entity: SITE_USER.entity,
    entity_id: id,
    action: 'class-links',
    after: { linked: made.length, unlinked: taken.length },
    children: [
      ...made.map((row) => ({
        ...entry(row),
        after: { program_id: row.program_id, discount_percentage: 0 },
      })),
      ...taken.map((row) => ({ ...entry(row), before: { program_id: row.program_id } })),
      ...entriesOf(losses),
    ],
  });
}
