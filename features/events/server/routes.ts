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

const routes = implementRoutes(eventsContract);

export const eventsRoutes = routes.router({
  events: routes.events.handler(({ context, input }) => pageOfEvents(context, input)),
  event: routes.event.handler(async ({ context, input }) => ({ event: await readEvent(context, input.id) })),
  createEvent: routes.createEvent.handler(async ({ context, input }) => ({
    event: await createEvent(context, input.data),
  })),
  updateEvent: routes.updateEvent.handler(async ({ context, input }) => ({
    event: await updateEvent(context, input.id, input.data),
  })),
  setEventDisplayOrder: routes.setEventDisplayOrder.handler(({ context, input }) =>
    setEventOrder(context, input),
  ),
  toggleEventFeatured: routes.toggleEventFeatured.handler(({ context, input }) =>
    toggleEventFeatured(context, input),
  ),
  eventPrograms: routes.eventPrograms.handler(({ context, input }) => programsOfEvent(context, input.id)),
  saveEventPrograms: routes.saveEventPrograms.handler(({ context, input }) =>
    saveProgramsOfEvent(context, input),
  ),
  eventCategories: routes.eventCategories.handler(({ context, input }) =>
    categoriesOfEvent(context, input.id),
  ),
  saveEventCategories: routes.saveEventCategories.handler(({ context, input }) =>
    saveCategoriesOfEvent(context, input),
  ),
  eventTranslations: routes.eventTranslations.handler(({ context, input }) =>
    readTranslations(context, input.id),
  ),
  saveEventTranslations: routes.saveEventTranslations.handler(({ context, input }) =>
    saveTranslations(context, input),
  ),

  eventTickets: routes.eventTickets.handler(({ context, input }) => ticketSummary(context, input.id)),
  eventDraws: routes.eventDraws.handler(({ context, input }) => readDraws(context, input.id)),
  proposeWinner: routes.proposeWinner.handler(({ context, input }) => proposeWinner(context, input)),
  confirmWinner: routes.confirmWinner.handler(({ context, input: { event_id, id, token } }) =>
    confirmWinner(context, { id: event_id, user_id: id, token }),
  ),
});
