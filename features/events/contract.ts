/** Events and giveaways. Specification: Events and giveaways. */
import { z } from 'zod';
import {
  atMost,
  counted,
  hasTwoDecimals,
  id,
  imageId,
  moment,
  pathId,
  programId,
  text,
  trimmedText,
  updatedAt,
  wholeNumber,
} from '../../core/fields.ts';
import { type Filters, filterInput, pageInput } from '../../core/filters.ts';
import { assignmentRoutes, placeRoutes, translationRoutes, typoOnly } from '../../core/noun-routes.ts';
import { ARCHIVED_AT, ARCHIVED_FILTER, archiveRoutes } from '../../core/nouns/archive-routes.ts';
import {
  ACTIVE,
  ASSIGN_TO_ALL,
  AUTO_ASSIGN,
  inputOf,
  newOf,
  optionalText,
  requiredText,
  rowOf,
  translationOf,
} from '../../core/nouns/field-set.ts';
import { orderRoutes } from '../../core/nouns/order-routes.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
import { PRODUCT_TYPES } from '../gift-products/rules.ts';
import { drawsContract } from './draws/contract.ts';
import { EVENTS_NOUNS } from './noun.ts';
import { EVENT_TYPES, STATUS_NAMES, STATUSES } from './rules.ts';

const access = { area: 'events' } as const;
/** The form of a banner reads events too. */
const readers = { area: ['events', 'content'] } as const;
const superadmin = { role: 'superadmin' } as const;

const LARGEST_PRICE = 1_000_000_000;
const MOST_TICKETS = 10_000_000;

/** The columns of the list, all sortable; `status` is `n` by its heading. */
export const EVENT_SORTS = [
  'id',
  'name',
  'type',
  'ticket_price',
  'price',
  'usd_price',
  'available',
  'n',
  'status',
  'active',
  'featured',
  'sort_order',
  'tickets',
  'processed',
  'start_at',
  'end_at',
] as const;

export const EVENT_FILTERS = {
  program_id: { by: 'program', label: 'Program' },
  name: { by: 'words', label: 'Event name or ID' },
  active: { by: 'tick' },
  processed: { by: 'tick' },
  /** 1: only events of the global site. */
  of_site: { by: 'tick' },
  undrawn: { by: 'tick', label: 'Needs drawing' },
  /** Events that overlap these days. */
  dates: { by: 'dates' },
  ...ARCHIVED_FILTER,
} as const satisfies Filters;

export const PROGRAM_SORTS: readonly string[] = ['featured', 'sort_order'];

const price = z
  .number('must be a number')
  .min(0, 'must not be negative')
  .max(LARGEST_PRICE, atMost(LARGEST_PRICE))
  .refine(hasTwoDecimals, 'must have at most two decimals');

/** Hundredths in its column. */
function coins(label: string, initial: number) {
  return {
    label,
    reads: 'hundredths' as const,
    input: price,
    row: z.number(),
    initial,
    toColumn: (told: number) => Math.round(told * 100),
  };
}

export const EVENT_FIELDS = {
  name: requiredText('Name', trimmedText(200), 'Enter a name'),
  description: optionalText('Description', text(20_000)),
  type: { label: 'Type', input: z.enum(EVENT_TYPES), row: z.enum(EVENT_TYPES), blank: 'giveaway' as const },
  usd_price: { ...coins('USD price', 0), unit: 'USD' },
  available: { label: 'Available', input: wholeNumber(0, MOST_TICKETS), row: z.int(), initial: 0 },
  active: ACTIVE,
  auto_assign: AUTO_ASSIGN,
};

/** `price` and `ticket_price` are LiL-T coins, `usd_price` US dollars, each with two decimals. */
export const event = z.object({
  id: z.int(),
  ...rowOf(EVENT_FIELDS),
  /** Only of a regular event. */
  price: z.number().nullable(),
  /** Only of a giveaway. */
  ticket_price: z.number().nullable(),
  product_id: z.int().nullable(),
  product: z.object({ id: z.int(), name: z.string(), type: z.enum(PRODUCT_TYPES) }).nullable(),
  start_at: moment,
  end_at: moment,
  image_id: z.int().nullable(),
  image: z.string().nullable(),
  /** 0: an event of the global site. */
  program_id: z.int(),
  /** Refers to the program in the list's filter; false and null without one. */
  featured: z.boolean(),
  sort_order: z.int().nullable(),
  n: z.enum(STATUSES),
  processed: z.boolean(),
  tickets: z.int(),
  /** The server's commitment made before the first sale: SHA-256, in hex. */
  commitment: z.string(),
  updated_at: moment,
  ...ARCHIVED_AT,
});
export type Event = z.infer<typeof event>;

const told = { ...EVENT_FIELDS, ...ASSIGN_TO_ALL };

const date = z.iso.datetime({ offset: true }).refine(inReach, 'must be a date within the allowed range');

const terms = {
  price: price.nullable(),
  ticket_price: price.nullable(),
  product_id: id.nullable(),
  image_id: imageId.nullable(),
  program_id: programId,
  updated_at: updatedAt,
};
const dates = { start_at: date, end_at: date };

export const newEvent = z.object({ ...newOf(told), ...dates, ...z.object(terms).partial().shape });
export type NewEvent = z.output<typeof newEvent>;

/** Omitted fields stay. `assign_to_all` also assigns the event to every program. */
export const eventChange = z.object({ ...inputOf(told), ...dates, ...terms }).partial();
export type EventChange = z.output<typeof eventChange>;

const place = { access, path: 'lilt-event/{id}', called: 'an event' };
const placed = placeRoutes(place, 'sort_order');
const orders = orderRoutes({ access, path: 'lilt-events', called: 'events' });
const programs = assignmentRoutes({ ...place, access: superadmin }, 'programs');
const categories = assignmentRoutes({ ...place, access: superadmin }, 'categories');
const { languages } = EVENTS_NOUNS.event;
const translations = translationRoutes(
  { ...place, access: languages.access },
  translationOf(EVENT_FIELDS, languages.fields),
);
export const eventTranslationInput = translations.given;

const byId = z.strictObject({ id: pathId });
const saved = z.object({ event });

const archiving = archiveRoutes({
  access,
  path: EVENTS_NOUNS.event.archives,
  called: 'an event',
});

export const EVENT_CSV = {
  id: ['ID', 'number'],
  name: ['Name', 'text'],
  type: ['Type', 'word', { regular: 'Regular', giveaway: 'Giveaway' }],
  start_at: ['Start', 'moment'],
  end_at: ['End', 'moment'],
  ticket_price: ['Ticket price', 'hundredths'],
  price: ['Price', 'hundredths'],
  usd_price: ['USD price', 'hundredths'],
  available: ['Available', 'number'],
  n: ['Status', 'word', STATUS_NAMES],
  active: ['Active', 'flag', ['On', 'Off']],
  tickets: ['Tickets', 'number'],
  processed: ['Processed', 'flag'],
  program_id: ['Program ID', 'number'],
} as const satisfies CsvColumns;

export const eventsContract = {
  events: route(readers, {
    method: 'GET',
    path: 'lilt-events',
    reads: 'replica',
    summary: 'A page of events and giveaways',
    input: z.strictObject(pageInput(EVENT_FILTERS, EVENT_SORTS)),
    output: z.object({ events: z.array(event), ...counted }),
  }),
  eventsCsv: csvRoute(readers, {
    path: 'lilt-events',
    summary: 'The events of the list',
    filters: filterInput(EVENT_FILTERS),
  }),
  event: route(access, {
    method: 'GET',
    path: 'lilt-event/{id}',
    summary: 'An event',
    input: byId,
    output: z.object({
      event,
      /** Address on its program's site; null for one that no site shows. */
      site_address: z.string().nullable(),
    }),
  }),
  createEvent: route(access, {
    method: 'POST',
    path: 'lilt-event',
    summary: 'Create an event; the server fixes the secret of its draw',
    input: z.strictObject({ data: newEvent }),
    output: saved,
    idempotent: true,
  }),
  updateEvent: route(access, {
    method: 'PATCH',
    path: 'lilt-event/{id}',
    summary: 'Change an event',
    input: z.strictObject({ id: pathId, data: eventChange, typo_only: typoOnly }),
    output: saved,
  }),
  eventOrder: orders.read,
  unplacedEvents: orders.unplaced,
  saveEventOrder: orders.save,
  setEventDisplayOrder: placed.order,
  toggleEventFeatured: placed.featured,
  eventPrograms: programs.read,
  saveEventPrograms: programs.save,
  eventCategories: categories.read,
  saveEventCategories: categories.save,
  eventTranslations: translations.read,
  saveEventTranslations: translations.save,
  ...drawsContract,
  duplicateEvent: archiving.duplicate,
  archiveEvent: archiving.archive,
  restoreEvent: archiving.restore,
  archiveEvents: archiving.many,
};

/** True for years that a calendar needs and every database can hold. */
function inReach(value: string): boolean {
  const year = new Date(value).getUTCFullYear();
  return year >= 2000 && year < 2200;
}
