import { sql } from 'kysely';
import type { Arranged } from '../../../server/nouns/arranging.ts';
import { type Assignments, programsOf } from '../../../server/nouns/assignments.ts';
import { type RowOf, tableNoun } from '../../../server/nouns/changing.ts';
import { textsOf } from '../../../server/nouns/translations.ts';
import { EVENTS_NOUNS } from '../noun.ts';
import type { EventType, Status } from '../rules.ts';

/** The status of `events e`. */
export const STATUS = sql<Status>`case when e.active = 0 then 'draft' when e.start_at > now() then 'scheduled'
  when e.end_at <= now() then 'ended' when e.available > 0 and e.tickets >= e.available then 'sold_out'
  else 'live' end`;

/** A regular event is over when its time is, a giveaway when its winner is confirmed: nothing needs to run for it. */
export const PROCESSED = sql<boolean>`case when e.type = 'regular' then e.end_at <= now() else e.drawn_at is not null end`;

export const EVENT = tableNoun<'events', { type: EventType; n: Status; processed: boolean }>({
  entity: 'event',
  table: 'events',
  columns: sql`${STATUS} as n, ${PROCESSED} as processed`,
});
export type StoredEvent = RowOf<typeof EVENT>;

export const EVENT_PROGRAMS = programsOf(EVENT, EVENTS_NOUNS.event.programs);

export const EVENT_ORDER: Arranged = {
  places: EVENT_PROGRAMS,
  entity: 'event_order',
  table: 'events',
  name: 'name',
  marks: {
    featured: sql`o.featured`,
    inactive: sql`t.active = 0 and t.archived_at is null`,
    archived: sql`t.archived_at is not null`,
  },
  archived: sql`t.archived_at is not null`,
};

export const EVENT_CATEGORIES: Assignments<'categories'> = {
  noun: EVENT,
  owner: 'event_id',
  table: 'event_categories',
  target: 'category_id',
  targets: 'gift_categories',
  called: 'category',
  key: 'categories',
};

export const EVENT_TEXTS = textsOf(EVENT, EVENTS_NOUNS.event.languages);
