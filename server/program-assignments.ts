/** Which programs show a row, and where: one way for everything that is assigned to programs. Specification: Events and giveaways. */
import { sql } from 'kysely';
import { isGlobal } from '../core/access.ts';
import { refuse, refuseField } from '../core/errors.ts';
import type { Context } from './context.ts';
import type { Db, Trx } from './db/client.ts';

/** A table of assignments and the column that says of what. */
export type Assignments =
  | { table: 'event_programs'; owner: 'event_id' }
  | { table: 'gift_category_programs'; owner: 'category_id' };

/** The programs of a row, in order of id. */
export async function assignedPrograms(db: Db, { table, owner }: Assignments, id: number): Promise<number[]> {
  const { rows } = await sql<{ program_id: number }>`
    select program_id from ${sql.table(table)} where ${sql.ref(owner)} = ${id} order by program_id`.execute(
    db,
  );
  return rows.map(({ program_id }) => program_id);
}

/** Assigns a row to these programs besides those it has; `every` to all that there are. */
export async function addPrograms(
  trx: Trx,
  { table, owner }: Assignments,
  id: number,
  programs: readonly number[] | 'every',
): Promise<void> {
  const wanted = programs === 'every' ? sql`true` : sql`p.id = any (${programs}::integer[])`;
  await sql`
    insert into ${sql.table(table)} (${sql.ref(owner)}, program_id)
    select ${id}, p.id from programs p where ${wanted} on conflict do nothing`.execute(trx);
}

/**
 * Replaces the programs of a row; its own program (`home`) always stays, and programs that stay keep their order and
 * featured mark. 400 for a program that does not exist. Answers what it was before and what it is now.
 */
export async function replacePrograms(
  trx: Trx,
  assignments: Assignments,
  { id, home, programs }: { id: number; home: number | null; programs: readonly number[] },
): Promise<{ before: number[]; after: number[] }> {
  const known = await trx
    .selectFrom('programs')
    .select('id')
    .where('id', '=', sql<number>`any (${programs}::integer[])`)
    .execute();
  const missing = programs.findIndex((program) => !known.some((row) => row.id === program));
  if (missing >= 0) refuseField(`programs.${missing}`, `There is no program ${programs[missing]}`);
  const before = await assignedPrograms(trx, assignments, id);
  const kept = home === null ? programs : [...programs, home];
  await sql`
    delete from ${sql.table(assignments.table)}
    where ${sql.ref(assignments.owner)} = ${id} and program_id <> all (${kept}::integer[])`.execute(trx);
  await addPrograms(trx, assignments, id, kept);
  return { before, after: await assignedPrograms(trx, assignments, id) };
}

/** Sets the place of a row among those of a program; answers the place before. 403 and 400 as `refuseProgram`. */
export async function setSortOrder(
  trx: Trx,
  context: Context,
  { table, owner }: Assignments,
  { id, program_id, sort_order }: { id: number; program_id: number; sort_order: number | null },
): Promise<{ before: number | null }> {
  refuseProgram(context, program_id);
  const { rows } = await sql<{ before: number | null }>`
    update ${sql.table(table)} a set sort_order = ${sort_order}
    from (select sort_order as before from ${sql.table(table)}
      where ${sql.ref(owner)} = ${id} and program_id = ${program_id} for update) old
    where a.${sql.ref(owner)} = ${id} and a.program_id = ${program_id} returning old.before`.execute(trx);
  return rows[0] ?? notAssigned();
}

/** Turns the featured mark of a row in a program; answers what it is now. 403 and 400 as `refuseProgram`. */
export async function toggleFeatured(
  trx: Trx,
  context: Context,
  { table, owner }: Assignments,
  { id, program_id }: { id: number; program_id: number },
): Promise<{ featured: boolean }> {
  refuseProgram(context, program_id);
  const { rows } = await sql<{ featured: boolean }>`
    update ${sql.table(table)} set featured = not featured
    where ${sql.ref(owner)} = ${id} and program_id = ${program_id} returning featured`.execute(trx);
  return rows[0] ?? notAssigned();
}

/**
 * The program that a save names for a row of its own, as the database keeps it: null is the global site; left out, the
 * caller's. 403 where a bound admin names another program than its own, 400 at `field` where there is no such program.
 */
export async function homeProgram(
  context: Context,
  program_id: number | undefined,
  field: string,
): Promise<number | null> {
  const { db, actor } = context;
  if (!isGlobal(actor)) {
    if (program_id !== undefined) refuseProgram(context, program_id);
    return actor.program_id;
  }
  if (!program_id) return null;
  const known = await db.selectFrom('programs').select('id').where('id', '=', program_id).executeTakeFirst();
  return known ? known.id : refuseField(field, `There is no program ${program_id}`);
}

/** Assigning to programs beyond one's own is a superadmin's (section 6): 403 for anybody else. */
export function refuseForAllPrograms({ actor }: Context): void {
  if (actor.role !== 'superadmin') refuse(403, 'Only a superadmin assigns to other programs');
}

/** A body that names another program than a bound admin's own. */
function refuseProgram({ actor }: Context, program_id: number): void {
  if (!isGlobal(actor) && actor.program_id !== program_id) refuse(403, 'This is not your program');
}

function notAssigned(): never {
  refuseField('program_id', 'It is not assigned to this program');
}
