import { sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { refuseField } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { type Db, lock } from '../../../server/db/client.ts';
import { changing, tableNoun } from '../../../server/nouns/changing.ts';
import { bundledInto, classesInSight, classesOfProgram } from '../../classes/server/bundled.ts';
import { atHome } from '../../classes/server/class-noun.ts';
import { LARGEST_BUNDLE } from '../contract.ts';

/**
 * Replaces the classes that the caller may see, in the order given, each once; the others keep their places
 * beside their neighbours. Staff of all programs choose freely, a program's what is at home or sold there. 400 where an
 * id is not there or not theirs to choose, or would hold the bundle itself, directly or through others; 409 where
 * `updated_at` is stale.
 */
export async function saveBundle(
  context: Context,
  save: { id: number; classes: readonly number[]; updated_at?: string | undefined },
) {
  return transact(context, async (tx) => {
    const { id } = save;
    // One bundle at a time: two saves that each are no circle could make one together.
    await lock(tx.db, 'bundles');
    const { updated_at } = await changing(tx, BUNDLE, save, 'update', async ({ db }, { program_id }) => {
      const before = await membersOf(db, id);
      const given = [...new Set(save.classes)];
      await checkMembers(tx, { id, program_id, members: before }, given, save.classes);
      const seen = new Set((await bundledInto(tx, id)).bundles.map((member) => member.id));
      const after = withHidden(before, seen, given);
      if (after.length > LARGEST_BUNDLE)
        refuseField('classes', `A bundle can have at most ${LARGEST_BUNDLE} classes, including hidden ones`);
      if (before.join() !== after.join()) await replaceMembers(tx, id, after);
      const redacted = await redactedOf(tx, program_id, before, after);
      return { before: { classes: before }, after: { classes: after }, redacted };
    });
    return { ...(await bundledInto(tx, id)), updated_at };
  });
}

const BUNDLE = atHome(tableNoun({ entity: 'bundle', table: 'classes' }));

/** Merges the given classes with those hidden from the caller, each after the nearest earlier class that stays. */
export function withHidden(
  before: readonly number[],
  seen: ReadonlySet<number>,
  given: readonly number[],
): number[] {
  const stays = new Set(given);
  const behind = new Map<number, number[]>();
  const front: number[] = [];
  let place = front;
  for (const id of before) {
    if (!seen.has(id)) place.push(id);
    else if (stays.has(id)) {
      place = [];
      behind.set(id, place);
    }
  }
  return [...front, ...given.flatMap((id) => [id, ...(behind.get(id) ?? [])])];
}

async function membersOf(db: Db, bundleId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('bundle_classes')
    .select('class_id')
    .where('bundle_id', '=', bundleId)
    .orderBy('position')
    .execute();
  return rows.map(({ class_id }) => class_id);
}

async function replaceMembers(
  { db }: TransactionContext,
  bundle_id: number,
  members: readonly number[],
): Promise<void> {
  const gone = db.deleteFrom('bundle_classes').where('bundle_id', '=', bundle_id);
  await (members.length === 0 ? gone : gone.where('class_id', 'not in', members)).execute();
  if (members.length === 0) return;
  const rows = members.map((class_id, position) => ({ bundle_id, class_id, position }));
  // What stays is never gone meanwhile: a class of another program is in sight by nothing else.
  await db
    .insertInto('bundle_classes')
    .values(rows)
    .onConflict((known) =>
      known
        .columns(['bundle_id', 'class_id'])
        .doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })),
    )
    .execute();
  await db.updateTable('classes').set({ is_bundle: true }).where('id', '=', bundle_id).execute();
}

/** A program's staff read which classes of theirs there were and how many others; undefined where all are theirs. */
async function redactedOf(
  { db }: TransactionContext,
  program_id: number | null,
  before: readonly number[],
  after: readonly number[],
) {
  const all = [...before, ...after];
  const own = program_id === null ? new Set(all) : await classesOfProgram(db, program_id, all);
  if (all.every((member) => own.has(member))) return undefined;
  const shown = (members: readonly number[]) => {
    const classes = members.filter((member) => own.has(member));
    return { classes, hidden: members.length - classes.length };
  };
  return { before: shown(before), after: shown(after) };
}

async function checkMembers(
  context: Context,
  bundle: { id: number; program_id: number | null; members: readonly number[] },
  ids: readonly number[],
  given: readonly number[],
): Promise<void> {
  const pathOf = (id: number) => `classes.${given.indexOf(id)}`;
  if (ids.includes(bundle.id)) refuseField(pathOf(bundle.id), "A bundle can't contain itself");
  if (ids.length === 0) return;
  const found = await classesInSight(context)
    .select('c.id')
    .where('c.id', '=', sql<number>`any (${ids}::integer[])`)
    .execute();
  const known = new Set(found.map(({ id }) => id));
  const stranger = ids.find((id) => !known.has(id));
  if (stranger !== undefined) refuseField(pathOf(stranger), `There is no class ${stranger}`);
  if (bundle.program_id !== null && !isGlobal(context.actor)) {
    const own = await classesOfProgram(context.db, bundle.program_id, ids, { active: true });
    // What the program has stopped selling stays until somebody takes it out.
    const foreign = ids.find((id) => !own.has(id) && !bundle.members.includes(id));
    if (foreign !== undefined)
      refuseField(pathOf(foreign), `Class ${foreign} is not sold in this program now`);
  }
  // Past the caller's own rows: a circle may go through bundles of other programs.
  const { rows } = await sql<{ member: number | null }>`
    select bundle_circle(${bundle.id}, ${ids}::integer[]) as member`.execute(context.db);
  const circle = rows[0]?.member;
  if (circle) refuseField(pathOf(circle), `Class ${circle} already holds this bundle`);
}
