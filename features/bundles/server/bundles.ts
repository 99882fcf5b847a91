/** The list of classes that a bundle holds. Specification: domain.md, "Bundles". */
import { sql } from 'kysely';
import { notFound, refuse, refuseField } from '../../../core/errors.ts';
import { audit } from '../../../server/audit.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import { lock, type Trx, transact } from '../../../server/db/client.ts';
import { bundledInto, visible } from '../../classes/server/classes.ts';

/**
 * Replaces the whole list, in the order given; an id twice counts once. A class that comes to hold others is a bundle
 * from then on. 400 where an id is not there, is not the caller's program's, or would hold the bundle itself, directly
 * or through others; 409 where `updated_at` is no longer current.
 */
export async function saveBundle(
  context: Context,
  save: { id: number; classes: readonly number[]; updated_at?: string | undefined },
) {
  return transact(context.db, async (trx) => {
    // One bundle at a time: two saves that each are no circle could make one together.
    await lock(trx, 'bundles');
    const bundle = await lockBundle({ ...context, db: trx }, save.id, save.updated_at);
    const ids = [...new Set(save.classes)];
    await checkMembers({ ...context, db: trx }, trx, save.id, ids, save.classes);
    const before = (await bundledInto(trx, save.id)).map(({ id }) => id);
    if (before.join() === ids.join()) {
      return { bundles: await bundledInto(trx, save.id), updated_at: bundle.updated_at };
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
    await audit(trx, context, {
      entity: 'bundle',
      entity_id: save.id,
      action: 'update',
      program_id: bundle.program_id,
      before: { classes: before },
      after: { classes: ids },
    });
    return { bundles: await bundledInto(trx, save.id), updated_at };
  });
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
  { actor }: Context,
  trx: Trx,
  bundleId: number,
  ids: readonly number[],
  given: readonly number[],
): Promise<void> {
  const pathOf = (id: number) => `classes.${given.indexOf(id)}`;
  if (ids.includes(bundleId)) refuseField(pathOf(bundleId), 'A bundle cannot hold itself');
  if (ids.length === 0) return;
  const found = await trx
    .selectFrom('classes as c')
    .select('c.id')
    .where('c.id', '=', sql<number>`any (${ids}::integer[])`)
    .where(visibleTo(actor, 'c.program_id'))
    .execute();
  const known = new Set(found.map(({ id }) => id));
  const stranger = ids.find((id) => !known.has(id));
  if (stranger !== undefined) refuseField(pathOf(stranger), `There is no class ${stranger}`);
  const { rows } = await sql<{ member: number }>`
    with recursive inside (member, class_id) as (
      select b.bundle_id, b.class_id from bundle_classes b where b.bundle_id = any (${ids}::integer[])
      union
      select i.member, b.class_id from inside i join bundle_classes b on b.bundle_id = i.class_id
    )
    select member from inside where class_id = ${bundleId} limit 1`.execute(trx);
  const [circle] = rows;
  if (circle) refuseField(pathOf(circle.member), `Class ${circle.member} already holds this bundle`);
}
