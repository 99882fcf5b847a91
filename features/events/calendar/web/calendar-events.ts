import { queryOptions } from '@tanstack/react-query';
import { pageCount } from '../../../../core/paging.ts';
import type { Event } from '../../contract.ts';
import { calls } from '../../web/calls.ts';
import { type Day, datesOf, eventsWithin } from './calendar-days.ts';

/** Pages of events loaded at most; beyond that the screen says so and suggests filters. */
const MOST_PAGES = 10;

type CalendarEvents = { events: Event[]; missing: number };

/** Loads events by start, 50 a page; further pages are fetched in parallel. */
export function calendarEvents(first: Day, last: Day, program_id: number) {
  const input = { program_id, dates: datesOf(first, last), sort_by: 'start_at', sort_dest: 'asc' } as const;
  return queryOptions({
    // Below the key of the events, so that whoever changes one reloads the calendar too.
    queryKey: [...calls.events.key({ input }), 'calendar'],
    queryFn: async ({ signal }): Promise<CalendarEvents> => {
      const { events, count } = await calls.events.call({ ...input, page: 1 }, { signal });
      const pages = Math.min(pageCount(count), MOST_PAGES) - 1;
      const rest = await Promise.all(
        Array.from({ length: pages }, (_page, index) =>
          calls.events.call({ ...input, page: index + 2 }, { signal }),
        ),
      );
      const found = [events, ...rest.map((page) => page.events)].flat();
      // An event saved between two pages may stand on both.
      const all = [...new Map(found.map((event) => [event.id, event])).values()];
      return { events: eventsWithin(all, first, last), missing: Math.max(0, count - found.length) };
    },
  });
}
