import { Loader, Text } from '@mantine/core';
import { Dialog } from '../../../../web/ui/dialog/dialog.tsx';
import { type ListQuery, LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import type { Event } from '../../contract.ts';
import classes from './calendar-day-dialog.module.css';
import { type Day, eventsWithin } from './calendar-days.ts';
import { EventLink } from './calendar-event.tsx';
import { dayName, rangeOf } from './calendar-words.ts';

type CalendarDayDialogProps = { day: Day; events: readonly Event[]; query: ListQuery; onClose: () => void };

export function CalendarDayDialog({ day, events, query, onClose }: CalendarDayDialogProps) {
  return (
    <Dialog title={dayName(day)} onClose={onClose} small>
      {query.error ? (
        <LoadError
          error={query.error}
          onRetry={() => void query.refetch()}
          above={query.data !== undefined}
        />
      ) : null}
      {query.data !== undefined ? (
        <DayEvents events={eventsWithin(events, day, day)} />
      ) : (
        query.isPending && <Loader size="sm" type="dots" role="status" aria-label="Loading" />
      )}
    </Dialog>
  );
}

function DayEvents({ events }: { events: readonly Event[] }) {
  if (events.length === 0) return <Text size="sm">No events on this day.</Text>;
  return (
    <ul className={classes.events}>
      {events.map((event, index) => (
        <li key={event.id}>
          <EventLink event={event} data-autofocus={index === 0 || undefined}>
            {event.name}
          </EventLink>
          <Text size="sm" c="dimmed">
            {rangeOf(event)}
          </Text>
          <Text size="sm" c="dimmed">
            {event.type}, {event.n}
            {event.type === 'giveaway' && `, ${event.tickets.toLocaleString('en-US')} tickets sold`}
          </Text>
        </li>
      ))}
    </ul>
  );
}
