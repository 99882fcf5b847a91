import { COIN, inCoins } from '../../../core/coins.ts';
import { RecordLink } from '../../../web/parts/records/record-link.tsx';
import { inDays } from '../../../web/ui/dates.ts';
import { TwoLines } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { rangeOf } from '../calendar/web/calendar-words.ts';
import type { Event } from '../contract.ts';
import { EventPill } from './event-status.tsx';

export const COLUMNS: Column<Event>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 2, cell: ({ id }) => id },
  { key: 'name', header: 'Name', rowHeader: true, cell: (event) => <EventName event={event} /> },
  { key: 'type', header: 'Type', narrow: true, priority: 1, cell: ({ type }) => TYPE_NAMES[type] },
  {
    key: 'ticket_price',
    header: 'Ticket price',
    unit: COIN,
    numeric: true,
    narrow: true,
    priority: 1,
    cell: ({ ticket_price }) => figures(ticket_price),
  },
  {
    key: 'price',
    header: 'Price',
    unit: COIN,
    numeric: true,
    narrow: true,
    cell: ({ price }) => figures(price),
  },
  {
    key: 'usd_price',
    header: 'USD price',
    numeric: true,
    narrow: true,
    cell: ({ usd_price }) => figures(usd_price),
  },
  {
    key: 'available',
    header: 'Available',
    numeric: true,
    narrow: true,
    cell: ({ available }) => available.toLocaleString('en-US'),
  },
  {
    key: 'n',
    header: 'Status',
    narrow: true,
    oneLine: true,
    priority: 3,
    cell: ({ n, archived_at }) => <EventPill status={n} archived={archived_at !== null} />,
  },
  {
    key: 'active',
    header: 'Active',
    narrow: true,
    // In words: the one pill of an event is its status.
    cell: ({ active }) => (active ? 'Yes' : 'No'),
  },
];

export const LAST_COLUMNS: Column<Event>[] = [
  {
    key: 'tickets',
    header: 'Tickets',
    numeric: true,
    narrow: true,
    priority: 2,
    cell: ({ tickets }) => tickets.toLocaleString('en-US'),
  },
  {
    key: 'processed',
    header: 'Processed',
    narrow: true,
    cell: ({ processed }) => (processed ? 'Yes' : 'No'),
  },
];

const TYPE_NAMES = { regular: 'Regular', giveaway: 'Giveaway' } as const;

/** Shows the dates too, as two events may share a name. */
function EventName({ event }: { event: Event }) {
  const days = inDays.formatRange(Date.parse(event.start_at), Date.parse(event.end_at));
  const gives = event.product ? ` · Prize: ${event.product.name}` : '';
  return (
    <TwoLines
      first={
        <RecordLink noun="event" id={event.id}>
          {event.name}
        </RecordLink>
      }
      second={`${days}${gives}`}
      title={`${event.name} (${rangeOf(event)}${gives})`}
    />
  );
}

function figures(amount: number | null): string {
  return amount === null ? '–' : inCoins(amount);
}
