import { sql } from 'kysely';
import { notFound, refuseField } from '../../../core/errors.ts';
import type { FilterQuery, PageQuery } from '../../../core/filters.ts';
import { type Context, programOf, visibleTo } from '../../../server/context.ts';
import { archivedIn } from '../../../server/nouns/archives/archiving.ts';
import { fieldColumns } from '../../../server/nouns/field-columns.ts';
import {
  byPlace,
  conditionsOf,
  type List,
  matchesWordsOrId,
  pageOf,
  rowsOf,
  ticked,
} from '../../../server/nouns/list-query.ts';
import { recordOnSite } from '../../programs/server/site-address.ts';
import {
  EVENT_FIELDS,
  type EVENT_FILTERS,
  type EVENT_SORTS,
  type Event,
  PROGRAM_SORTS,
} from '../contract.ts';
import { PROCESSED, STATUS } from './event-noun.ts';

/** Sorts by newest by default. With a program, what is assigned to it, others' too: a bound admin sees what its site shows. 400 for its sorts without one. */
export async function pageOfEvents(
  context: Context,
  filter: PageQuery<typeof EVENT_FILTERS, typeof EVENT_SORTS>,
): Promise<{ events: Event[]; count: number; page?: number }> {
  const program = programOf(context.actor, filter.program_id);
  const { sort_by = 'id', sort_dest = filter.sort_by ? 'asc' : 'desc' } = filter;
  if (program === null && PROGRAM_SORTS.includes(sort_by)) {
    refuseField('sort_by', `Choose a program to sort by ${sort_by}`);
  }
  const { rows, ...counted } = await pageOf<EventRow, EventSort>(context.db, listIn(program), {
    matching: matching(filter, program),
    page: filter.page,
    page_of: filter.page_of,
    sort_by,
    sort_dest,
  });
  return { events: rows.map(toResponse), ...counted };
}

/** An event of the caller's; 404 where there is none. */
export async function readEvent(context: Context, id: number): Promise<Event> {
  const matching = [visibleTo(context.actor, 'e.program_id'), sql<boolean>`e.id = ${id}`] as const;
  const [row] = await rowsOf<EventRow>(context.db, listIn(programOf(context.actor, 0)), matching);
  return row ? toResponse(row) : notFound();
}

/** Returns where the site of its program shows an event; null where none does. */
export async function eventOnSite(context: Context, { id, n, program_id }: Event): Promise<string | null> {
  return n === 'draft' ? null : recordOnSite(context, program_id, `events/${id}`);
}

export function matching(filter: FilterQuery<typeof EVENT_FILTERS>, program: number | null) {
  const [from = '', to = ''] = filter.dates.split(',');
  const all = sql<boolean>`true`;
  return conditionsOf<typeof EVENT_FILTERS>({
    program_id: program === null ? all : sql<boolean>`p.event_id is not null`,
    name: matchesWordsOrId('e.name_search', 'e.id', filter.name),
    active: filter.active === '' ? all : sql<boolean>`e.active = ${Number(filter.active)}`,
    processed: ticked(filter.processed, PROCESSED),
    of_site: ticked(filter.of_site, sql`e.program_id is null`),
    archived: archivedIn('e.archived_at', filter.archived),
    undrawn: ticked(filter.undrawn, UNDRAWN),
    dates:
      from === ''
        ? all
        : sql<boolean>`(e.start_at < (${to}::date + 1)::timestamp at time zone 'UTC'
          and e.end_at >= ${from}::date::timestamp at time zone 'UTC')`,
  });
}

type EventSort = (typeof EVENT_SORTS)[number];
/** Stored units: coins and cents in hundredths. */
type EventRow = Event;

export function listIn(program: number | null): List<EventSort> {
  return {
    from: sql`(events e left join event_programs p on p.event_id = e.id and p.program_id = ${program})`,
    id: sql`e.id`,
    columns: COLUMNS,
    joins: sql`left join uploads u on u.id = e.image_id left join gift_products g on g.id = e.product_id`,
    orders: ORDERS,
    nullable: ['price', 'ticket_price'],
  };
}

const STATUS_ORDER = sql<number>`case when e.active = 0 then 0 when e.start_at > now() then 1
  when e.end_at <= now() then 4 when e.available > 0 and e.tickets >= e.available then 3 else 2 end`;

const UNDRAWN = sql`(e.type = 'giveaway' and e.active = 1 and e.end_at <= now() and e.drawn_at is null)`;

const COLUMNS = sql`e.id, ${fieldColumns('e', EVENT_FIELDS)}, e.price, e.ticket_price, e.product_id,
  case when g.id is not null then json_build_object('id', g.id, 'name', g.name, 'type', g.type) end as product,
  e.start_at, e.end_at, e.image_id, u.path as image, coalesce(e.program_id, 0) as program_id,
  coalesce(p.featured, false) as featured, p.sort_order, ${STATUS} as n, ${PROCESSED} as processed, e.tickets,
  encode(e.commitment, 'hex') as commitment, e.updated_at, e.archived_at`;

const ORDERS = {
  id: sql`e.id`,
  name: sql`e.name_search`,
  type: sql`e.type`,
  ticket_price: sql`e.ticket_price`,
  price: sql`e.price`,
  usd_price: sql`e.usd_price`,
  available: sql`e.available`,
  n: STATUS_ORDER,
  status: STATUS_ORDER,
  active: sql`e.active`,
  featured: sql`coalesce(p.featured, false)`,
  sort_order: byPlace('p.sort_order'),
  tickets: sql`e.tickets`,
  processed: PROCESSED,
  start_at: sql`e.start_at`,
  end_at: sql`e.end_at`,
};

function toResponse(row: EventRow): Event {
  return {
    ...row,
    price: row.price === null ? null : row.price / 100,
    ticket_price: row.ticket_price === null ? null : row.ticket_price / 100,
    usd_price: row.usd_price / 100,
  };
}
