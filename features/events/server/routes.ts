/** The calls of events and draws. */
import { implementRoutes } from '../../../server/routing.ts';
import { eventsContract } from '../contract.ts';
import { confirmWinner, proposeWinner } from './draws.ts';
import {
  categoriesOfEvent,
  programsOfEvent,
  saveCategoriesOfEvent,
  saveProgramsOfEvent,
  setEventOrder,
  toggleEventFeatured,
} from './event-assignments.ts';
import { createEvent, updateEvent } from './event-saves.ts';
import { readTranslations, saveTranslations } from './event-translations.ts';
import { pageOfEvents, readEvent } from './events.ts';
import { readDraws } from './proofs.ts';
import { ticketSummary } from './tickets.ts';

const os = implementRoutes(eventsContract);

export const eventsRoutes = os.router({
  events: os.events.handler(({ context, input }) => pageOfEvents(context, input)),
  event: os.event.handler(async ({ context, input }) => ({ event: await readEvent(context, input.id) })),
  createEvent: os.createEvent.handler(async ({ context, input }) => ({
    event: await createEvent(context, input.data),
  })),
  updateEvent: os.updateEvent.handler(async ({ context, input }) => ({
    event: await updateEvent(context, input.id, input.data),
  })),
  setEventDisplayOrder: os.setEventDisplayOrder.handler(({ context, input }) =>
    setEventOrder(context, input),
  ),
  toggleEventFeatured: os.toggleEventFeatured.handler(({ context, input }) =>
    toggleEventFeatured(context, input),
  ),
  eventPrograms: os.eventPrograms.handler(({ context, input }) => programsOfEvent(context, input.id)),
  saveEventPrograms: os.saveEventPrograms.handler(({ context, input }) =>
    saveProgramsOfEvent(context, input),
  ),
  eventCategories: os.eventCategories.handler(({ context, input }) => categoriesOfEvent(context, input.id)),
  saveEventCategories: os.saveEventCategories.handler(({ context, input }) =>
    saveCategoriesOfEvent(context, input),
  ),
  eventTranslations: os.eventTranslations.handler(({ context, input }) =>
    readTranslations(context, input.id),
  ),
  saveEventTranslations: os.saveEventTranslations.handler(({ context, input }) =>
    saveTranslations(context, input),
  ),

  eventTickets: os.eventTickets.handler(({ context, input }) => ticketSummary(context, input.id)),
  eventDraws: os.eventDraws.handler(({ context, input }) => readDraws(context, input.id)),
  proposeWinner: os.proposeWinner.handler(({ context, input }) => proposeWinner(context, input)),
  confirmWinner: os.confirmWinner.handler(({ context, input: { event_id, id, token } }) =>
    confirmWinner(context, { id: event_id, user_id: id, token }),
  ),
});
