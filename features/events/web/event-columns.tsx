import { Text } from '@mantine/core';
import { type Actor, mayTouch } from '../../../core/access.ts';
import type { Column } from '../../../web/ui/data-table.tsx';
import { EVENT_SORTS, type Event } from '../contract.ts';
import { rangeOf } from './calendar-words.ts';
import { EventActions, FeaturedStar, PlaceButton } from './event-actions.tsx';
import classes from './event-columns.module.css';
import type { EventDialog } from './event-dialogs.ts';
import { StatusMark } from './event-status.tsx';

type ColumnsOf = {
  actor: Actor;
  /** 0: no program is chosen, and nothing is featured or in an order. */
  program_id: number;
  /** A change of a row is on its way. */
  busy: boolean;
  narrow: boolean;
  onOpen: (dialog: EventDialog, event: Event) => void;
  onFeature: (event: Event) => void;
};

/** The columns of section 2.5; all but the actions sort on the server. */
export function eventColumns({ actor, program_id, busy, narrow, onOpen, onFeature }: ColumnsOf) {
  const sortable = (column: Column<Event>): Column<Event> => ({
    ...column,
    sortable: EVENT_SORTS.some((sort) => sort === column.key),
  });
  const inProgram: Column<Event>[] = [
    {
      key: 'featured',
      header: 'Featured',
      narrow: true,
      cell: (event) =>
        mayTouch(actor, event) ? (
          <FeaturedStar event={event} busy={busy} onToggle={() => onFeature(event)} />
        ) : (
          yesOrNo(event.featured)
        ),
    },
    {
      key: 'sort_order',
      header: 'Display order',
      numeric: true,
      narrow: true,
      cell: (event) =>
        mayTouch(actor, event) ? (
          <PlaceButton event={event} busy={busy} onOpen={() => onOpen('order', event)} />
        ) : (
          (event.sort_order ?? '–')
        ),
    },
  ];
  const actions: Column<Event> = {
    key: 'actions',
    header: 'Actions',
    hiddenHeader: true,
    numeric: true,
    pinned: !narrow,
    cell: (event) => <EventActions actor={actor} event={event} onOpen={(dialog) => onOpen(dialog, event)} />,
  };
  const [id, name, ...rest] = PLAIN;
  const columns = [...rest, ...(program_id > 0 ? inProgram : []), ...AFTER];
  // On a phone the actions stand beside the name: the end of the table is far away there.
  const ordered = narrow ? [id, name, actions, ...columns] : [id, name, ...columns, actions];
  return ordered.map(sortable);
}

const PLAIN: [Column<Event>, Column<Event>, ...Column<Event>[]] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, cell: ({ id }) => id },
  { key: 'name', header: 'Name', rowHeader: true, cell: (event) => <EventName event={event} /> },
  { key: 'type', header: 'Type', narrow: true, cell: ({ type }) => TYPE_NAMES[type] },
  {
    key: 'ticket_price',
    header: 'Ticket price',
    numeric: true,
    narrow: true,
    cell: ({ ticket_price }) => figures(ticket_price),
  },
  { key: 'price', header: 'Price', numeric: true, narrow: true, cell: ({ price }) => figures(price) },
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
  { key: 'n', header: 'Status', narrow: true, oneLine: true, cell: ({ n }) => <StatusMark status={n} /> },
  { key: 'active', header: 'Active', narrow: true, cell: ({ active }) => (active ? 'On' : 'Off') },
];

const AFTER: Column<Event>[] = [
  {
    key: 'tickets',
    header: 'Tickets',
    numeric: true,
    narrow: true,
    cell: ({ tickets }) => tickets.toLocaleString('en-US'),
  },
  { key: 'processed', header: 'Processed', narrow: true, cell: ({ processed }) => yesOrNo(processed) },
];

const TYPE_NAMES = { regular: 'Regular', giveaway: 'Giveaway' } as const;

const inDays = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** Two events may share a name; when they are tells them apart. */
function EventName({ event }: { event: Event }) {
  return (
    <>
      {event.name}
      <Text component="span" className={classes.days} title={rangeOf(event)}>
        {inDays.formatRange(Date.parse(event.start_at), Date.parse(event.end_at))}
      </Text>
    </>
  );
}

function figures(amount: number | null): string {
  if (amount === null) return '–';
  return amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

function yesOrNo(flag: boolean): string {
  return flag ? 'Yes' : 'No';
}
