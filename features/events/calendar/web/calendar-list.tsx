import { PAGE_SIZE } from '../../../../core/paging.ts';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import type { ListQuery, ListTexts } from '../../../../web/ui/table/loaded-list.tsx';
import { PageLinks, useLastPage } from '../../../../web/ui/table/page-links.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import type { Event } from '../../contract.ts';
import { EventPill } from '../../web/event-status.tsx';
import { addDays, addMonths, eventsWithin, type Month } from './calendar-days.ts';
import { EventLink } from './calendar-event.tsx';
import { monthName } from './calendar-words.ts';

type CalendarListProps = Pick<ListTexts, 'filtered' | 'onWiden'> & {
  month: Month;
  events: readonly Event[];
  query: ListQuery;
  page: number;
};

/** Events of the month, without the days of its neighbours in the first and last week. */
export function CalendarList({ month, events, query, page, ...texts }: CalendarListProps) {
  const first = `${month}-01`;
  const all = eventsWithin(events, first, addDays(addMonths(first, 1), -1));
  const name = monthName(month);
  const count = query.data === undefined ? undefined : all.length;
  useLastPage(page, count);
  return (
    <>
      <PageLinks above page={page} count={count} noun="events" />
      <DataTable
        caption={`Events of ${name}`}
        columns={COLUMNS}
        rows={all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowKey={({ id }) => id}
        query={query}
        // A month seldom has as many as a page holds.
        pageSize={10}
        nothingYet={`No events in ${name}`}
        {...texts}
      />
      <PageLinks page={page} count={count} noun="events" />
    </>
  );
}

const COLUMNS: Column<Event>[] = [
  {
    key: 'name',
    header: 'Event',
    rowHeader: true,
    cell: (event) => <EventLink event={event}>{event.name}</EventLink>,
  },
  { key: 'start_at', header: 'Starts', oneLine: true, cell: ({ start_at }) => <Time value={start_at} /> },
  { key: 'end_at', header: 'Ends', oneLine: true, cell: ({ end_at }) => <Time value={end_at} /> },
  { key: 'type', header: 'Type', cell: ({ type }) => type },
  { key: 'n', header: 'Status', oneLine: true, cell: ({ n }) => <EventPill status={n} /> },
  {
    key: 'tickets',
    header: 'Tickets',
    numeric: true,
    cell: ({ tickets }) => tickets.toLocaleString('en-US'),
  },
];
