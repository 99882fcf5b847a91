/** Where an event is shown: its programs, its categories, its place. Specification: Events and giveaways. */
import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { audit } from '../../../server/audit.ts';
import type { Context } from '../../../server/context.ts';
import { type Trx, transact } from '../../../server/db/client.ts';
import {
  assignedPrograms,
  replacePrograms,
  setSortOrder,
  toggleFeatured,
} from '../../../server/program-assignments.ts';
import { nextMoment } from '../../../server/stale-saves.ts';
import { EVENT_PROGRAMS } from './event-saves.ts';
import { lockEvent, readEvent, type StoredEvent } from './events.ts';

/** The programs that an event is assigned to, in order of id. */
export async function programsOfEvent(context: Context, id: number) {
  const { updated_at } = await readEvent(context, id);
  return { programs: await assignedPrograms(context.db, EVENT_PROGRAMS, id), updated_at };
}

/** Replaces the programs of an event; its own stays. 400 for one that does not exist, 409 for a stale `updated_at`. */
export async function saveProgramsOfEvent(
  context: Context,
  { id, programs, updated_at }: { id: number; programs: readonly number[]; updated_at?: string | undefined },
) {
  return saving(context, id, updated_at, async (trx, event) => {
    const { before, after } = await replacePrograms(trx, EVENT_PROGRAMS, {
      id,
      home: event.program_id,
      programs,
    });
    return { action: 'programs', before: { programs: before }, after: { programs: after } };
  });
}

/** The LiL Giveaways categories of an event, in order of id. */
export async function categoriesOfEvent(context: Context, id: number) {
  const { updated_at } = await readEvent(context, id);
  return { categories: await assignedCategories(context.db as Trx, id), updated_at };
}

/** Replaces the categories of an event. 400 for one that does not exist, 409 for a stale `updated_at`. */
export async function saveCategoriesOfEvent(
  context: Context,
  {
    id,
    categories,
    updated_at,
  }: { id: number; categories: readonly number[]; updated_at?: string | undefined },
) {
  return saving(context, id, updated_at, async (trx) => {
    const known = await trx
      .selectFrom('gift_categories')
      .select('id')
      .where('id', '=', sql<number>`any (${categories}::integer[])`)
      .execute();
    const missing = categories.findIndex((category) => !known.some((row) => row.id === category));
    if (missing >= 0) refuseField(`categories.${missing}`, `There is no category ${categories[missing]}`);
    const before = await assignedCategories(trx, id);
    await trx.deleteFrom('event_categories').where('event_id', '=', id).execute();
    const rows = known.map((row) => ({ event_id: id, category_id: row.id }));
    if (rows.length > 0) await trx.insertInto('event_categories').values(rows).execute();
    const after = await assignedCategories(trx, id);
    return { action: 'categories', before: { categories: before }, after: { categories: after } };
  });
}

/** Sets an event's place in a program. 400 where it is not assigned to it, 403 for another program than a bound admin's. */
export async function setEventOrder(
  context: Context,
  input: { id: number; program_id: number; sort_order: number | null },
) {
  return transact(context.db, async (trx) => {
    await lockEvent({ ...context, db: trx }, input.id);
    const { before } = await setSortOrder(trx, context, EVENT_PROGRAMS, input);
    const { program_id, sort_order } = input;
    await audit(trx, context, {
      entity: 'event',
      entity_id: input.id,
      action: 'display-order',
      program_id,
      before: { sort_order: before },
      after: { sort_order },
    });
    return { sort_order };
  });
}

/** Features an event in a program, or no longer; refuses as `setEventOrder`. */
export async function toggleEventFeatured(context: Context, input: { id: number; program_id: number }) {
  return transact(context.db, async (trx) => {
    await lockEvent({ ...context, db: trx }, input.id);
    const { featured } = await toggleFeatured(trx, context, EVENT_PROGRAMS, input);
    await audit(trx, context, {
      entity: 'event',
      entity_id: input.id,
      action: 'featured',
      program_id: input.program_id,
      before: { featured: !featured },
      after: { featured },
    });
    return { featured };
  });
}

/** One save of something that hangs on an event: its row is held, and marked and audited where something has changed. */
export async function saving<Part extends object>(
  context: Context,
  id: number,
  updatedAt: string | undefined,
  save: (trx: Trx, event: StoredEvent) => Promise<{ action: string; before: Part; after: Part }>,
): Promise<Part & { updated_at: string }> {
  return transact(context.db, async (trx) => {
    const event = await lockEvent({ ...context, db: trx }, id, updatedAt);
    const { action, before, after } = await save(trx, event);
    if (JSON.stringify(before) === JSON.stringify(after)) return { ...after, updated_at: event.updated_at };
    const { updated_at } = await trx
      .updateTable('events')
      .set({ updated_at: nextMoment(), updated_by: context.actor.admin_id || null })
      .where('id', '=', id)
      .returning('updated_at')
      .executeTakeFirstOrThrow();
    const { program_id } = event;
    await audit(trx, context, { entity: 'event', entity_id: id, action, program_id, before, after });
    return { ...after, updated_at };
  });
}

async function assignedCategories(trx: Trx, id: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('event_categories')
    .select('category_id')
    .where('event_id', '=', id)
    .orderBy('category_id')
    .execute();
  return rows.map(({ category_id }) => category_id);
}
