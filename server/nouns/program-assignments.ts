import { type RawBuilder, sql } from 'kysely';
import { isGlobal } from '../../core/access.ts';
import { refuse, refuseField, SWITCHED } from '../../core/errors.ts';
import { DEFAULT_PROGRAM } from '../../core/programs.ts';
import { type Context, type TransactionContext, transact } from '../context.ts';
import { requireActivePrograms } from './active-programs.ts';
import { type Assignments, assign, assignedTo, type Placed } from './assignments.ts';
import { audit } from './audit.ts';
import { lockRow } from './changing.ts';

type InProgram = { id: number; program_id: number };
type Place<Column extends string> = { [Name in Column]: number };

/** 404 where the caller sees no such row, 403 beyond a bound admin's program, 400 where it is unassigned. */
export async function setDisplayOrder<Column extends string>(
  context: Context,
  assignments: Placed<Column>,
  placed: InProgram & Place<Column>,
): Promise<Place<Column>> {
  const { order } = assignments;
  const value = sql<number>`${placed[order]}::integer`;
  const after = await placing(context, assignments, placed, {
    action: 'display-order',
    column: order,
    value,
  });
  return { [order]: after } as Place<Column>;
}

/** Features a row in a program, or no longer; refuses as {@link setDisplayOrder}. With `featured`, as an undo names it, 409 where it stands so. */
export async function toggleFeatured(
  context: Context,
  assignments: Assignments,
  { featured, ...placed }: InProgram & { featured?: boolean | undefined },
): Promise<{ featured: boolean }> {
  const value = sql<boolean>`not featured`;
  return transact(context, async (tx) => {
    const change = { action: 'featured', column: 'featured', value };
    const after = await placing(tx, assignments, placed, change);
    // The row was held when it was turned: the refusal takes the turn back with the transaction.
    if (featured !== undefined && featured !== after) refuse(409, SWITCHED);
    return { featured: after };
  });
}

/** Assigns a new or moved row to its own program, with `everywhere` to all: 403 but for a superadmin. */
export async function assignHome(
  tx: TransactionContext,
  assignments: Assignments,
  { id, program_id, everywhere = false }: { id: number; program_id: number | null; everywhere?: boolean },
): Promise<void> {
  if (everywhere) refuseForAllPrograms(tx);
  if (everywhere || program_id !== null)
    await assign(tx.db, assignments, id, everywhere ? 'every' : [program_id ?? 0]);
}

/** Does as {@link knownProgram}, and refuses with 400 at `field` an inactive one that the row is not in yet. */
export async function homeProgram(
  context: Context,
  program_id: number | undefined,
  field: string,
  before?: { program_id: number | null },
): Promise<number | null> {
  const program = await knownProgram(context, program_id, field, before);
  const programs = program === null ? [] : [program];
  await requireActivePrograms(context.db, {
    programs,
    field: () => field,
    kept: [before?.program_id ?? null],
  });
  return program;
}

/** Does as {@link assignHome} for a changed row; with `everywhere`, records the assignments before and after where they differ. */
export async function assignChanged(
  tx: TransactionContext,
  assignments: Assignments,
  {
    id,
    program_id,
    everywhere = false,
  }: { id: number; program_id: number | null; everywhere?: boolean | undefined },
): Promise<void> {
  const { noun, key } = assignments;
  const before = everywhere ? await assignedTo(tx.db, assignments, id) : [];
  await assignHome(tx, assignments, { id, program_id, everywhere });
  if (!everywhere) return;
  const after = await assignedTo(tx.db, assignments, id);
  if (after.length === before.length) return;
  const entry = { entity: noun.entity, entity_id: id, action: key, program_id };
  await audit(tx, { ...entry, before: { [key]: before }, after: { [key]: after } });
}

/**
 * The program that a save names for a row of its own, as the database keeps it: null is the global site; left out, the
 * one that the row had `before`, or the caller's for a new one. 403 where a bound admin names another program than its own, 400 at `field` where there
 * is no such program.
 */
export async function knownProgram(
  context: Context,
  program_id: number | undefined,
  field: string,
  before?: { program_id: number | null },
): Promise<number | null> {
  const { db, actor } = context;
  if (before && program_id === undefined) return before.program_id;
  if (!isGlobal(actor)) {
    if (program_id !== undefined) refuseProgram(context, program_id);
    return actor.program_id;
  }
  if (!program_id) return null;
  const known = await db.selectFrom('programs').select('id').where('id', '=', program_id).executeTakeFirst();
  return known ? known.id : refuseField(field, `There is no program ${program_id}`);
}

/** The same of a new row; left out, the caller's program or the first, where the caller is bound to none. */
export function homeOfNew(
  context: Context,
  program_id: number | undefined,
  field: string,
): Promise<number | null> {
  return homeProgram(context, program_id ?? (isGlobal(context.actor) ? DEFAULT_PROGRAM : undefined), field);
}

/** Assigning to programs beyond one's own is a superadmin's (specification: Events and giveaways): 403 for anybody else. */
export function refuseForAllPrograms({ actor }: Context): void {
  if (actor.role !== 'superadmin') refuse(403, 'Only a superadmin assigns to other programs');
}

/** One pair is changed and audited; the row itself is held and stays as it is, so that nobody's edit of it conflicts. */
function placing<Value>(
  context: Context,
  { noun, table, owner }: Assignments,
  { id, program_id }: InProgram,
  { action, column, value }: { action: string; column: string; value: RawBuilder<Value> },
): Promise<Value> {
  return transact(context, async (tx) => {
    await lockRow(tx, noun, { id });
    refuseProgram(tx, program_id);
    const name = sql.ref(column);
    const { rows } = await sql<{ before: Value; after: Value }>`
      update ${sql.table(table)} a set ${name} = ${value}
      from (select ${name} as before from ${sql.table(table)}
        where ${sql.ref(owner)} = ${id} and program_id = ${program_id} for update) old
      where a.${sql.ref(owner)} = ${id} and a.program_id = ${program_id}
      returning old.before, a.${name} as after`.execute(tx.db);
    const [changed] = rows;
    if (!changed) refuseField('program_id', 'This record is not assigned to this program');
    const { before, after } = changed;
    const entry = { entity: noun.entity, entity_id: id, action, program_id };
    await audit(tx, { ...entry, before: { [column]: before }, after: { [column]: after } });
    return after;
  });
}

/** Refuses with a 403 another program than a bound admin's own. */
export function refuseProgram({ actor }: Context, program_id: number): void {
  if (!isGlobal(actor) && actor.program_id !== program_id) refuse(403, 'This is not your program');
}
