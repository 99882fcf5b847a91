import { expect } from 'vitest';
import type { Db } from '../../../server/db/client.ts';
import { makeProgram } from '../../../test/factories.ts';
import { archiveCases } from '../../../test/routes/archive-cases.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import { orderCases } from '../../../test/routes/order-cases.ts';
import {
  type Cell,
  type FeatureCases,
  FOREIGN,
  OWN,
  STAFF,
  type Stage,
} from '../../../test/routes/route-cases.ts';
import { inDays, makeEvent, makeTickets } from '../../../test/rows/events.ts';
import type { eventsContract } from '../contract.ts';

/** An ended giveaway with tickets; a global one is shown by the callers' program. */
async function endedGiveaway({ db, program_id }: Cell): Promise<number> {
  const event = await makeEvent(db, { program_id });
  await makeTickets(db, event, 2);
  if (program_id === null) {
    await db.insertInto('event_programs').values({ event_id: event.id, program_id: OWN }).execute();
  }
  return event.id;
}

/** A giveaway in the middle of its sale. */
async function onSaleEvent(db: Db, program_id: number | null) {
  const event = await makeEvent(db, { program_id, end_at: inDays(5) });
  await makeTickets(db, event, 2);
  return event;
}

async function onSale({ db, program_id }: Cell): Promise<number> {
  return (await onSaleEvent(db, program_id)).id;
}

async function toEnd(db: Db, calls: number): Promise<number[]> {
  const ids = [];
  for (let call = 0; call < calls; call++) ids.push((await onSaleEvent(db, 1)).id);
  return ids;
}

function wish({ program }: Cell) {
  const dates = { start_at: '2030-01-01T00:00:00Z', end_at: '2030-02-01T00:00:00Z' };
  return { data: { name: 'New', type: 'regular', price: 1, ...dates, program_id: program } };
}

/** Asked for as a superadmin does, before the call is made. */
async function aProposal({ app }: Cell, event: number): Promise<{ id: number; token: string }> {
  const call = await app.as({ permissions: ['superadmin'] });
  const { id, token } = (await call('GET', `lilt-event/${event}/draw`)).body;
  return { id, token };
}

async function toPropose(db: Db, calls: number): Promise<number[]> {
  const event = await makeEvent(db, { program_id: 1 });
  await makeTickets(db, event, 3, 1);
  return Array.from({ length: calls }, () => event.id);
}

async function newEvent({ db, program_id }: Stage, tickets = 0) {
  const event = await makeEvent(db, { program_id });
  if (tickets > 0) await makeTickets(db, event, tickets);
  return event;
}
const eventRow = ({ db }: Stage, id: number) =>
  db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const placeOf = ({ db, program_id }: Stage, id: number) =>
  db
    .selectFrom('event_programs')
    .select(['featured', 'sort_order'])
    .where('event_id', '=', id)
    .where('program_id', '=', program_id)
    .executeTakeFirstOrThrow();

const order = orderCases({
  make: async (stage) => (await newEvent(stage)).id,
  placeOf: async (stage, id) => (await placeOf(stage, id)).sort_order,
});

const archives = archiveCases('event');

export const eventsCases: FeatureCases<typeof eventsContract> = {
  mark: ({ db, program_id }, name) => makeEvent(db, { name, program_id }),
  async seed(db, id) {
    const event = await makeEvent(db, { program_id: id % 4 === 0 ? null : 1 + (id % 2) });
    if (id % 2 === 0) await makeTickets(db, event, id, id);
  },
  routes: {
    eventsCsv: listExportCase,
    events: {
      refusals: { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const { id } = await newEvent(stage);
        return { query: `name=${id}`, effect: ({ events }) => expect(events).toMatchObject([{ id }]) };
      },
    },
    event: {
      refusals: { row: endedGiveaway },
      async success(stage) {
        const { id } = await newEvent(stage);
        return { id, effect: ({ event }) => expect(event.id).toBe(id) };
      },
    },
    createEvent: {
      refusals: { body: wish, beyond: 403 },
      success: async (stage) => ({
        body: {
          data: {
            name: 'Made',
            type: 'giveaway',
            ticket_price: 2.5,
            available: 10,
            start_at: inDays(1),
            end_at: inDays(2),
            program_id: stage.program_id,
            // Only a superadmin gives an event to programs beyond one.
            ...(STAFF[stage.kind].role === 'superadmin' ? { assign_to_all: true } : {}),
          },
        },
        effect: async ({ event }) =>
          expect(await eventRow(stage, event.id)).toMatchObject({
            name: 'Made',
            program_id: stage.program_id,
            updated_by: stage.caller.admin_id,
          }),
      }),
    },
    updateEvent: {
      refusals: { row: endedGiveaway, body: () => ({ data: { name: 'Changed' } }) },
      async success(stage) {
        const { id } = await newEvent(stage, 2);
        return {
          id,
          body: { data: { name: 'Changed', available: 900 } },
          effect: async () =>
            expect(await eventRow(stage, id)).toMatchObject({ name: 'Changed', available: 900, tickets: 2 }),
        };
      },
    },
    eventOrder: order.read,
    unplacedEvents: order.unplaced,
    saveEventOrder: order.save,
    setEventDisplayOrder: {
      refusals: { row: endedGiveaway, body: ({ within }) => ({ program_id: within, sort_order: 1 }) },
      async success(stage) {
        const { id } = await newEvent(stage);
        return {
          id,
          body: { program_id: stage.program_id, sort_order: 3 },
          effect: async () => expect((await placeOf(stage, id)).sort_order).toBe(3),
        };
      },
    },
    toggleEventFeatured: {
      refusals: { row: endedGiveaway, body: ({ within }) => ({ program_id: within }) },
      async success(stage) {
        const { id } = await newEvent(stage);
        return {
          id,
          body: { program_id: stage.program_id },
          effect: async () => expect((await placeOf(stage, id)).featured).toBe(true),
        };
      },
    },
    eventPrograms: {
      refusals: { row: endedGiveaway },
      async success(stage) {
        const { id } = await newEvent(stage);
        return { id, effect: ({ programs }) => expect(programs).toEqual([stage.program_id]) };
      },
    },
    saveEventPrograms: {
      refusals: { row: endedGiveaway, body: () => ({ programs: [FOREIGN] }) },
      async success(stage) {
        const { id } = await newEvent(stage);
        const other = (await makeProgram(stage.db)).id;
        return {
          id,
          body: { programs: [other] },
          effect: ({ programs }) => expect(programs).toContain(other),
        };
      },
    },
    eventCategories: {
      refusals: { row: endedGiveaway },
      async success(stage) {
        const { id } = await newEvent(stage);
        return { id, effect: ({ categories }) => expect(categories).toEqual([]) };
      },
    },
    saveEventCategories: {
      refusals: { row: endedGiveaway, body: () => ({ categories: [] }) },
      async success(stage) {
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
    },
    eventTranslations: {
      refusals: { row: endedGiveaway },
      async success(stage) {
        const { id } = await newEvent(stage);
        return { id, effect: ({ translations }) => expect(translations.length).toBeGreaterThan(20) };
      },
    },
    saveEventTranslations: {
      refusals: {
        row: endedGiveaway,
        body: () => ({ translations: [{ language_slug: 'de', name: 'Neu', description: '' }] }),
      },
      async success(stage) {
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
    },
    publicDraw: {
      refusals: { everybody: 200, row: endedGiveaway },
      async success(stage) {
        const { id } = await newEvent(stage, 3);
        const { commitment } = await eventRow(stage, id);
        return {
          id,
          effect: (answer) =>
            expect(answer).toEqual({ event_id: id, commitment: commitment.toString('hex'), proof: null }),
        };
      },
    },
    eventTickets: {
      refusals: { row: endedGiveaway },
      async success(stage) {
        const { id } = await newEvent(stage, 3);
        return { id, effect: (answer) => expect(answer).toEqual({ number: 3, users: 1 }) };
      },
    },
    soldTickets: {
      refusals: { row: endedGiveaway },
      async success(stage) {
        const { id } = await newEvent(stage, 3);
        return {
          id,
          query: 'source=hand',
          effect: ({ count, tickets }) =>
            expect([count, tickets.map(({ source }: { source: string }) => source)]).toEqual([
              3,
              ['hand', 'hand', 'hand'],
            ]),
        };
      },
    },
    eventDraws: {
      refusals: { row: endedGiveaway },
      async success(stage) {
        const { id } = await newEvent(stage, 3);
        return {
          id,
          effect: (answer) => expect(answer).toMatchObject({ draws: [], edits: [], frozen: null }),
        };
      },
    },
    endEvent: {
      refusals: { row: onSale, body: () => ({ reason: 'Sold enough' }) },
      async success(stage) {
        const { id } = await onSaleEvent(stage.db, stage.program_id);
        return {
          id,
          body: { reason: 'Sold enough' },
          effect: async ({ end_at, tickets }) => {
            expect(tickets).toBe(2);
            expect(await eventRow(stage, id)).toMatchObject({ end_at, ended_early_reason: 'Sold enough' });
          },
        };
      },
      fuzz: { prepare: toEnd },
    },
    proposeWinner: {
      refusals: { row: endedGiveaway },
      async success(stage) {
        const { id } = await newEvent(stage, 3);
        return { id, effect: (answer) => expect(answer).toMatchObject({ attempt: 0, tickets: 3 }) };
      },
      fuzz: { prepare: toPropose },
    },
    confirmWinner: {
      refusals: { row: endedGiveaway, body: aProposal },
      async success(stage) {
        const { id } = await newEvent(stage, 3);
        const proposed = (await stage.caller('GET', `lilt-event/${id}/draw`)).body;
        return {
          id,
          body: { id: proposed.id, token: proposed.token },
          effect: async ({ user, proof }) => {
            expect(user).toBe(proposed.user);
            expect((await eventRow(stage, id)).drawn_at).not.toBeNull();
            expect((await stage.app.call('GET', proof)).body.event_id).toBe(id);
          },
        };
      },
      fuzz: { never200: true },
    },
    duplicateEvent: archives.duplicate,
    archiveEvent: archives.archive,
    restoreEvent: archives.restore,
    archiveEvents: archives.many,
  },
};
