import { PAGE_SIZE } from '../../../../core/paging.ts';
import { AddLink } from '../../../../web/parts/records/add-link.tsx';
import { capital } from '../../../../web/ui/form/field-words.ts';
import { Clamped } from '../../../../web/ui/table/clamped.tsx';
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
        pageSize={10}
        nothingYet={`No events in ${name}`}
        purpose="Events appear on the days from their start to their end."
        first={<AddLink action="Add event" />}
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
    cell: (event) => (
      <EventLink event={event}>
        <Clamped text={event.name} />
      </EventLink>
    ),
  },
  {
    key: 'start_at',
    header: 'Starts',
    oneLine: true,
    card: 'line',
    cell: ({ start_at }) => <Time exact value={start_at} />,
  },
  { key: 'end_at', header: 'Ends', oneLine: true, cell: ({ end_at }) => <Time exact value={end_at} /> },
  { key: 'type', header: 'Type', cell: ({ type }) => capital(type) },
  { key: 'n', header: 'Status', oneLine: true, card: 'end', cell: ({ n }) => <EventPill status={n} /> },
  {
    key: 'tickets',
    header: 'Tickets',
    numeric: true,
    cell: ({ tickets }) => tickets.toLocaleString('en-US'),
  },
];
