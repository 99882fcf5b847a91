import { implementRoutes } from '../../../server/http/routing.ts';
import {
  archivesOf,
  assignmentsOf,
  ordersOf,
  placesOf,
  translationsOf,
} from '../../../server/nouns/noun-handlers.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { eventsContract } from '../contract.ts';
import { confirmWinner, proposeWinner } from '../draws/server/draws.ts';
import { endEvent } from '../draws/server/end-event.ts';
import { readDraws } from '../draws/server/proofs.ts';
import { publicDraw } from '../draws/server/public-draws.ts';
import { pageOfTickets } from '../draws/server/sold-tickets.ts';
import { ticketSummary } from '../draws/server/tickets.ts';
import { EVENT_ARCHIVES } from './event-archives.ts';
import { EVENT_CATEGORIES, EVENT_ORDER, EVENT_PROGRAMS, EVENT_TEXTS } from './event-noun.ts';
import { createEvent, updateEvent } from './event-saves.ts';
import { eventOnSite, pageOfEvents, readEvent } from './events.ts';
import { eventsCsv } from './events-csv.ts';

const routes = implementRoutes(eventsContract);
const archives = archivesOf(EVENT_ARCHIVES);

export const eventsRoutes = routes.router({
  eventsCsv: routes.eventsCsv.handler(({ context, input }) => pollExport(context, eventsCsv, input)),
  events: routes.events.handler(({ context, input }) => pageOfEvents(context, input)),
  event: routes.event.handler(async ({ context, input: { id } }) => {
    const event = await readEvent(context, id);
    return { event, site_address: await eventOnSite(context, event) };
  }),
  createEvent: routes.createEvent.handler(async ({ context, input }) => ({
    event: await createEvent(context, input.data),
  })),
  updateEvent: routes.updateEvent.handler(async ({ context, input }) => ({
    event: await updateEvent(context, input),
  })),
  eventOrder: routes.eventOrder.handler(ordersOf(EVENT_ORDER).read),
  unplacedEvents: routes.unplacedEvents.handler(ordersOf(EVENT_ORDER).unplaced),
  saveEventOrder: routes.saveEventOrder.handler(ordersOf(EVENT_ORDER).save),
  setEventDisplayOrder: routes.setEventDisplayOrder.handler(placesOf(EVENT_PROGRAMS).order),
  toggleEventFeatured: routes.toggleEventFeatured.handler(placesOf(EVENT_PROGRAMS).featured),
  eventPrograms: routes.eventPrograms.handler(assignmentsOf(EVENT_PROGRAMS).read),
  saveEventPrograms: routes.saveEventPrograms.handler(assignmentsOf(EVENT_PROGRAMS).save),
  eventCategories: routes.eventCategories.handler(assignmentsOf(EVENT_CATEGORIES).read),
  saveEventCategories: routes.saveEventCategories.handler(assignmentsOf(EVENT_CATEGORIES).save),
  eventTranslations: routes.eventTranslations.handler(translationsOf(EVENT_TEXTS).read),
  saveEventTranslations: routes.saveEventTranslations.handler(translationsOf(EVENT_TEXTS).save),

  publicDraw: routes.publicDraw.handler(({ context, input }) => publicDraw(context, input.id)),
  eventTickets: routes.eventTickets.handler(({ context, input }) => ticketSummary(context, input.id)),
  soldTickets: routes.soldTickets.handler(({ context, input }) => pageOfTickets(context, input)),
  eventDraws: routes.eventDraws.handler(({ context, input }) => readDraws(context, input.id)),
  endEvent: routes.endEvent.handler(({ context, input }) => endEvent(context, input)),
  proposeWinner: routes.proposeWinner.handler(({ context, input }) => proposeWinner(context, input)),
  confirmWinner: routes.confirmWinner.handler(({ context, input: { event_id, id, token } }) =>
    confirmWinner(context, { id: event_id, user_id: id, token }),
  ),
  duplicateEvent: routes.duplicateEvent.handler(archives.duplicate),
  archiveEvent: routes.archiveEvent.handler(archives.archive),
  restoreEvent: routes.restoreEvent.handler(archives.restore),
  archiveEvents: routes.archiveEvents.handler(archives.many),
});
