/** Events and giveaways. Specification: Events and giveaways. */
import { z } from 'zod';
import {
  atMost,
  counted,
  flag,
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
import { type Filters, pageInput } from '../../core/filters.ts';
import { assignmentRoutes, placeRoutes, translationRoutes, typoOnly } from '../../core/noun-routes.ts';
import { route } from '../../core/route.ts';
import { PRODUCT_TYPES } from '../gift-products/rules.ts';
import { drawsContract } from './draws/contract.ts';
import { EVENT_TYPES, STATUSES } from './rules.ts';

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
  undrawn: { by: 'tick', label: 'Ended, not drawn' },
  /** Events that overlap these days. */
  dates: { by: 'dates' },
} as const satisfies Filters;

/** Sorts that apply only within one program. */
export const PROGRAM_SORTS: readonly string[] = ['featured', 'sort_order'];

/** `price` and `ticket_price` are LiL-T coins, `usd_price` US dollars, each with two decimals. */
export const event = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  type: z.enum(EVENT_TYPES),
  /** Only of a regular event. */
  price: z.number().nullable(),
  /** Only of a giveaway. */
  ticket_price: z.number().nullable(),
  usd_price: z.number(),
  /** The number of tickets for sale in all. */
  available: z.int(),
  product_id: z.int().nullable(),
  /** The prize; null without one. */
  product: z.object({ id: z.int(), name: z.string(), type: z.enum(PRODUCT_TYPES) }).nullable(),
  start_at: moment,
  end_at: moment,
  image_id: z.int().nullable(),
  image: z.string().nullable(),
  active: z.literal([0, 1]),
  auto_assign: z.boolean(),
  /** 0: an event of the global site. */
  program_id: z.int(),
  /** Refers to the program in the list's filter; false and null without one. */
  featured: z.boolean(),
  sort_order: z.int().nullable(),
  n: z.enum(STATUSES),
  processed: z.boolean(),
  /** Tickets sold. */
  tickets: z.int(),
  /** The server's commitment made before the first sale: SHA-256, in hex. */
  commitment: z.string(),
  updated_at: moment,
});
export type Event = z.infer<typeof event>;

const price = z
  .number('must be a number')
  .min(0, 'must not be negative')
  .max(LARGEST_PRICE, atMost(LARGEST_PRICE))
  .refine(hasTwoDecimals, 'must have at most two decimals');

const fields = {
  name: trimmedText(200).min(1, 'Enter a name'),
  description: text(20_000),
  type: z.enum(EVENT_TYPES),
  price: price.nullable(),
  ticket_price: price.nullable(),
  usd_price: price,
  available: wholeNumber(0, MOST_TICKETS),
  product_id: id.nullable(),
  start_at: z.iso.datetime({ offset: true }).refine(inReach, 'is not a date that can be planned for'),
  end_at: z.iso.datetime({ offset: true }).refine(inReach, 'is not a date that can be planned for'),
  image_id: imageId.nullable(),
  active: flag,
  auto_assign: flag,
  assign_to_all: flag,
  program_id: programId,
  updated_at: updatedAt,
};

/** Unknown fields are ignored. */
export const newEvent = z.object({
  ...fields,
  description: fields.description.optional().default(''),
  price: fields.price.optional(),
  ticket_price: fields.ticket_price.optional(),
  usd_price: fields.usd_price.optional().default(0),
  available: fields.available.optional().default(0),
  product_id: fields.product_id.optional(),
  image_id: fields.image_id.optional(),
  active: fields.active.optional().default(true),
  auto_assign: fields.auto_assign.optional().default(false),
  assign_to_all: fields.assign_to_all.optional().default(false),
  program_id: fields.program_id.optional(),
});
export type NewEvent = z.output<typeof newEvent>;

/** Omitted fields stay. `assign_to_all` also assigns the event to every program. */
export const eventChange = z.object(fields).partial();
export type EventChange = z.output<typeof eventChange>;

const place = { access, path: 'lilt-event/{id}', called: 'an event' };
const placed = placeRoutes(place, 'sort_order');
const programs = assignmentRoutes({ ...place, access: superadmin }, 'programs');
const categories = assignmentRoutes({ ...place, access: superadmin }, 'categories');
const translations = translationRoutes(place, { name: trimmedText(200), description: text(20_000) });
export const eventTranslationInput = translations.given;

const byId = z.strictObject({ id: pathId });
const saved = z.object({ event });

export const eventsContract = {
  events: route(readers, {
    method: 'GET',
    path: 'lilt-events',
    summary: 'A page of events and giveaways',
    input: z.strictObject(pageInput(EVENT_FILTERS, EVENT_SORTS)),
    output: z.object({ events: z.array(event), ...counted }),
  }),
  event: route(access, {
    method: 'GET',
    path: 'lilt-event/{id}',
    summary: 'An event',
    input: byId,
    output: z.object({ event }),
  }),
  createEvent: route(access, {
    method: 'POST',
    path: 'lilt-event',
    summary: 'Create an event; the server commits itself to the secret of its draw',
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
  setEventDisplayOrder: placed.order,
  toggleEventFeatured: placed.featured,
  eventPrograms: programs.read,
  saveEventPrograms: programs.save,
  eventCategories: categories.read,
  saveEventCategories: categories.save,
  eventTranslations: translations.read,
  saveEventTranslations: translations.save,
  ...drawsContract,
};

/** True for years that a calendar needs and every database can hold. */
function inReach(value: string): boolean {
  const year = new Date(value).getUTCFullYear();
  return year >= 2000 && year < 2200;
}
