import { VisuallyHidden } from '@mantine/core';
import { IconGift } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { mayTouch } from '../../../../core/access.ts';
import { addressOf } from '../../../../web/parts/records/record-pages.ts';
import { useActor } from '../../../../web/session.tsx';
import type { Event } from '../../contract.ts';
import { STATUS_NAMES, STATUSES } from '../../rules.ts';
import { type Day, spanOf } from './calendar-days.ts';
import classes from './calendar-event.module.css';
import { rangeOf, timeOf } from './calendar-words.ts';

type CalendarEventProps = { event: Event; week: readonly Day[]; days: number; line: number };

/** An event in a week, as wide as its days; its ends are open where it continues in another week. */
export function CalendarEvent({ event, week, days, line }: CalendarEventProps) {
  const { name, n, type, start_at } = event;
  const { first, last } = spanOf(event);
  const [monday = first, sunday = last] = [week[0], week[6]];
  return (
    <EventLink
      event={event}
      tabIndex={-1}
      className={classes.event}
      title={`${name}: ${n}, ${rangeOf(event)}`}
      data-status={n}
      data-before={first < monday || undefined}
      data-after={last > sunday || undefined}
      style={{ '--days': days, '--line': line } as CSSProperties}
    >
      {type === 'giveaway' && <IconGift size={12} aria-hidden className={classes.gift} />}
      {first === last && <span className={classes.time}>{timeOf(start_at)}</span>}
      <span className={classes.name}>{name}</span>
      <VisuallyHidden>, {n}</VisuallyHidden>
    </EventLink>
  );
}

type EventLinkProps = {
  event: Pick<Event, 'id' | 'program_id'>;
  children: ReactNode;
  className?: string;
  title?: string;
  tabIndex?: number;
  style?: CSSProperties;
} & Record<`data-${string}`, string | boolean | undefined>;

/** Links to the event's page; not for an event that another program has lent. */
export function EventLink({ event, children, tabIndex, className = classes.link, ...rest }: EventLinkProps) {
  const actor = useActor();
  const look = { className, ...rest };
  if (!mayTouch(actor, event)) return <span {...look}>{children}</span>;
  return (
    <Link to={addressOf('event', event.id)} preload={false} tabIndex={tabIndex} {...look}>
      {children}
    </Link>
  );
}

export function StatusLegend() {
  return (
    <ul aria-label="Colours" className={classes.legend}>
      {STATUSES.map((status) => (
        <li key={status}>
          <span className={classes.swatch} data-status={status} aria-hidden />
          {STATUS_NAMES[status]}
        </li>
      ))}
    </ul>
  );
}
