/** The list of classes that a bundle holds. Specification: Bundle editor. */
import { sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { notFound, refuse, refuseField } from '../../../core/errors.ts';
import { audit } from '../../../server/audit.ts';
import type { Context } from '../../../server/context.ts';
import { lock, type Trx, transact } from '../../../server/db/client.ts';
import { bundledInto, classesOfProgram, visible } from '../../classes/server/classes.ts';
import { LARGEST_BUNDLE } from '../contract.ts';

/**
 * Replaces the list of the classes that the caller may see, in the order given; an id twice counts once, and what the
 * caller may not see keeps its place beside its neighbour. A class that comes to hold others is a bundle from then on. 400 where
 * an id is not there, is not the caller's program's, comes into a bundle of another program than its own, or would hold
 * the bundle itself, directly or through others; 409 where `updated_at` is no longer current.
 */
export async function saveBundle(
  context: Context,
  save: { id: number; classes: readonly number[]; updated_at?: string | undefined },
) {
  return transact(context.db, async (trx) => {
    const within: Context = { ...context, db: trx };
    // One bundle at a time: two saves that each are no circle could make one together.
    await lock(trx, 'bundles');
    const bundle = await lockBundle(within, save.id, save.updated_at);
    const before = await membersOf(trx, save.id);
    const given = [...new Set(save.classes)];
    await checkMembers(within, { ...bundle, id: save.id, members: before }, given, save.classes);
    const seen = new Set((await bundledInto(within, save.id)).bundles.map(({ id }) => id));
    const ids = withHidden(before, seen, given);
    if (ids.length > LARGEST_BUNDLE)
      refuseField('classes', `A bundle holds at most ${LARGEST_BUNDLE} classes, hidden ones among them`);
    if (before.join() === ids.join()) {
      return { ...(await bundledInto(within, save.id)), updated_at: bundle.updated_at };
    }
    await trx.deleteFrom('bundle_classes').where('bundle_id', '=', save.id).execute();
    if (ids.length > 0) {
      const rows = ids.map((class_id, position) => ({ bundle_id: save.id, class_id, position }));
      await trx.insertInto('bundle_classes').values(rows).execute();
    }
    const { updated_at } = await trx
      .updateTable('classes')
      .set({
        updated_at: sql`greatest(provost_now(), updated_at + interval '1 millisecond')`,
        ...(ids.length > 0 ? { is_bundle: true } : {}),
      })
      .where('id', '=', save.id)
      .returning('updated_at')
      .executeTakeFirstOrThrow();
    await record(within, { id: save.id, program_id: bundle.program_id }, before, ids);
    return { ...(await bundledInto(within, save.id)), updated_at };
  });
}

/**
 * The list that is to be: what was given, and what the caller could not see, each behind the nearest class before it
 * that stays, or in front where none does.
 */
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

async function membersOf(trx: Trx, bundleId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('bundle_classes')
    .select('class_id')
    .where('bundle_id', '=', bundleId)
    .orderBy('position')
    .execute();
  return rows.map(({ class_id }) => class_id);
}

/** A program's staff read which classes of theirs there were and how many others; who may see all reads all. */
async function record(
  context: Context,
  { id, program_id }: { id: number; program_id: number | null },
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const change = { entity: 'bundle', entity_id: id, action: 'update' };
  const all = [...before, ...after];
  const own = program_id === null ? new Set(all) : await classesOfProgram(context.db, program_id, all);
  const isWhole = all.every((member) => own.has(member));
  const shown = (members: readonly number[]) => {
    const classes = members.filter((member) => own.has(member));
    return isWhole ? { classes } : { classes, hidden: members.length - classes.length };
  };
  await audit(context.db, context, { ...change, program_id, before: shown(before), after: shown(after) });
  if (isWhole || !isGlobal(context.actor)) return;
  const whole = { before: { classes: before }, after: { classes: after } };
  await audit(context.db, context, { ...change, program_id: 0, ...whole });
}

async function lockBundle(context: Context, id: number, updatedAt: string | undefined) {
  const bundle = await visible(context)
    .select(['c.updated_at', 'c.program_id'])
    .where('c.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!bundle) notFound();
  if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(bundle.updated_at)) {
    const last = await context.db
      .selectFrom('audit_entries as e')
      .select(sql<string | null>`admin_email(e.admin_id)`.as('email'))
      .where('e.entity', 'in', ['bundle', 'class'])
      .where('e.entity_id', '=', String(id))
      .orderBy('e.id', 'desc')
      .executeTakeFirst();
    const changed_by = last?.email ?? null;
    refuse(409, `${changed_by ?? 'Somebody else'} has changed this since you opened it`, {
      conflict: { changed_by, changed_at: bundle.updated_at },
    });
  }
  return bundle;
}

async function checkMembers(
  context: Context,
  bundle: { id: number; program_id: number | null; members: readonly number[] },
  ids: readonly number[],
  given: readonly number[],
): Promise<void> {
  const pathOf = (id: number) => `classes.${given.indexOf(id)}`;
  if (ids.includes(bundle.id)) refuseField(pathOf(bundle.id), 'A bundle cannot hold itself');
  if (ids.length === 0) return;
  const found = await visible(context)
    .select('c.id')
    .where('c.id', '=', sql<number>`any (${ids}::integer[])`)
    .execute();
  const known = new Set(found.map(({ id }) => id));
  const stranger = ids.find((id) => !known.has(id));
  if (stranger !== undefined) refuseField(pathOf(stranger), `There is no class ${stranger}`);
  if (bundle.program_id !== null) {
    const own = await classesOfProgram(context.db, bundle.program_id, ids);
    // What got in before this was looked at may stay until somebody takes it out.
    const foreign = ids.find((id) => !own.has(id) && !bundle.members.includes(id));
    if (foreign !== undefined)
      refuseField(pathOf(foreign), `Class ${foreign} does not belong to the program of this bundle`);
  }
  const { rows } = await sql<{ member: number }>`
    with recursive inside (member, class_id) as (
      select b.bundle_id, b.class_id from bundle_classes b where b.bundle_id = any (${ids}::integer[])
      union
      select i.member, b.class_id from inside i join bundle_classes b on b.bundle_id = i.class_id
    )
    select member from inside where class_id = ${bundle.id} limit 1`.execute(context.db);
  const [circle] = rows;
  if (circle) refuseField(pathOf(circle.member), `Class ${circle.member} already holds this bundle`);
}
