/** Successes of events and their draws. */
import { expect } from 'vitest';
import type { eventsContract } from '../../features/events/contract.ts';
import { inDays, makeEvent, makeTickets } from '../events.ts';
import { makeProgram } from '../factories.ts';
import { STAFF, type Stage, type Successes } from './success.ts';

async function newEvent({ db, program }: Stage, tickets = 0) {
  const event = await makeEvent(db, { program_id: program });
  if (tickets > 0) await makeTickets(db, event, tickets);
  return event;
}
const eventRow = ({ db }: Stage, id: number) =>
  db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const placeOf = ({ db, program }: Stage, id: number) =>
  db
    .selectFrom('event_programs')
    .select(['featured', 'sort_order'])
    .where('event_id', '=', id)
    .where('program_id', '=', program)
    .executeTakeFirstOrThrow();

export const eventsSuccesses: Successes<typeof eventsContract> = {
  async events(stage) {
    const { id } = await newEvent(stage);
    return { query: `name=${id}`, effect: ({ events }) => expect(events).toMatchObject([{ id }]) };
  },
  async event(stage) {
    const { id } = await newEvent(stage);
    return { id, effect: ({ event }) => expect(event.id).toBe(id) };
  },
  createEvent: async (stage) => ({
    body: {
      data: {
        name: 'Made',
        type: 'giveaway',
        ticket_price: 2.5,
        available: 10,
        start_at: inDays(1),
        end_at: inDays(2),
        program_id: stage.program,
        // Only a superadmin gives an event to programs beyond one.
        ...(STAFF[stage.kind].role === 'superadmin' ? { assign_to_all: true } : {}),
      },
    },
    effect: async ({ event }) =>
      expect(await eventRow(stage, event.id)).toMatchObject({
        name: 'Made',
        program_id: stage.program,
        updated_by: stage.caller.admin_id,
      }),
  }),
  async updateEvent(stage) {
    const { id } = await newEvent(stage, 2);
    return {
      id,
      body: { data: { name: 'Changed', available: 900 } },
      effect: async () =>
        expect(await eventRow(stage, id)).toMatchObject({ name: 'Changed', available: 900, tickets: 2 }),
    };
  },
  async setEventDisplayOrder(stage) {
    const { id } = await newEvent(stage);
    return {
      id,
      body: { program_id: stage.program, sort_order: 3 },
      effect: async () => expect((await placeOf(stage, id)).sort_order).toBe(3),
    };
  },
  async toggleEventFeatured(stage) {
    const { id } = await newEvent(stage);
    return {
      id,
      body: { program_id: stage.program },
      effect: async () => expect((await placeOf(stage, id)).featured).toBe(true),
    };
  },
  async eventPrograms(stage) {
    const { id } = await newEvent(stage);
    return { id, effect: ({ programs }) => expect(programs).toEqual([stage.program]) };
  },
  async saveEventPrograms(stage) {
    const { id } = await newEvent(stage);
    const other = (await makeProgram(stage.db)).id;
    return { id, body: { programs: [other] }, effect: ({ programs }) => expect(programs).toContain(other) };
  },
  async eventCategories(stage) {
    const { id } = await newEvent(stage);
    return { id, effect: ({ categories }) => expect(categories).toEqual([]) };
  },
  async saveEventCategories(stage) {
    const { id } = await newEvent(stage);
    const category = await stage.db
      .insertInto('gift_categories')
      .values({ name: 'A category' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      id,
      body: { categories: [category.id] },
      effect: ({ categories }) => expect(categories).toEqual([category.id]),
    };
  },
  async eventTranslations(stage) {
    const { id } = await newEvent(stage);
    return { id, effect: ({ translations }) => expect(translations.length).toBeGreaterThan(20) };
  },
  async saveEventTranslations(stage) {
    const { id } = await newEvent(stage);
    return {
      id,
      body: { translations: [{ language_slug: 'de', name: 'Ein Ereignis', description: '' }] },
      effect: async () => {
        const kept = await stage.db
          .selectFrom('event_translations')
          .select(['language_slug', 'name'])
          .where('event_id', '=', id)
          .execute();
        expect(kept).toEqual([{ language_slug: 'de', name: 'Ein Ereignis' }]);
      },
    };
  },
  async eventTickets(stage) {
    const { id } = await newEvent(stage, 3);
    return { id, effect: (answer) => expect(answer).toEqual({ number: 3, users: 1 }) };
  },
  async eventDraws(stage) {
    const { id } = await newEvent(stage, 3);
    return { id, effect: (answer) => expect(answer).toMatchObject({ draws: [], edits: [], frozen: null }) };
  },
  async proposeWinner(stage) {
    const { id } = await newEvent(stage, 3);
    return { id, effect: (answer) => expect(answer).toMatchObject({ attempt: 0, tickets: 3 }) };
  },
  async confirmWinner(stage) {
    const { id } = await newEvent(stage, 3);
    const proposed = (await stage.caller('GET', `lilt-event/${id}/draw`)).body;
    return {
      id,
      body: { id: proposed.id, token: proposed.token },
      effect: async ({ user, proof }) => {
        expect(user).toBe(proposed.user);
        expect((await eventRow(stage, id)).drawn_at).not.toBeNull();
        expect((await stage.world.call('GET', proof)).body.event_id).toBe(id);
      },
    };
  },
};
