import { useState } from 'react';
import type { Event } from '../contract.ts';
import { STATUSES } from '../rules.ts';
import { rangeOf } from './calendar-words.ts';
import { STATUS_NAMES, StatusMark } from './event-status.tsx';
import { lanesOf, placeOf, type Scale, scaleOf, ticksOf } from './strip-scale.ts';
import classes from './time-strip.module.css';

const LANES = 6;
const inMonths = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' });
const inDays = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/**
 * When the events of a page take place: a bar for each, the present as a line. It repeats what the table says, so it
 * is one image to a screen reader, and its counts are text. Its height is the same with and without events.
 */
export function TimeStrip({ events = [] }: { events: readonly Event[] | undefined }) {
  const [now] = useState(() => Date.now());
  const scale = scaleOf(events, now);
  const lanes = lanesOf(events, LANES);
  const counts = STATUSES.map((status) => ({ status, count: events.filter(({ n }) => n === status).length }));
  const inWords = counts.map(({ status, count }) => `${count} ${STATUS_NAMES[status].toLowerCase()}`);

  return (
    <figure className={classes.strip} aria-label="When the events of this page take place">
      <div
        className={classes.lanes}
        role="img"
        aria-label={`${inWords.join(', ')}, from ${inDays.format(scale.from)} to ${inDays.format(scale.to)}`}
      >
        {ticksOf(scale).map(({ at, wholeMonths }) => (
          <span key={at} className={classes.tick} style={{ insetInlineStart: `${placeOf(at, scale)}%` }}>
            {(wholeMonths ? inMonths : inDays).format(at)}
          </span>
        ))}
        {events.map((event, index) => (
          <Bar key={event.id} event={event} lane={lanes[index] ?? 0} scale={scale} />
        ))}
        <span className={classes.now} style={{ insetInlineStart: `${placeOf(now, scale)}%` }} title="Now" />
      </div>
      <figcaption className={classes.legend}>
        {counts.map(({ status, count }) => (
          <StatusMark
            key={status}
            status={status}
          >{`${count} ${STATUS_NAMES[status].toLowerCase()}`}</StatusMark>
        ))}
        <span className={classes.ofPage}>on this page</span>
      </figcaption>
    </figure>
  );
}

function Bar({ event, lane, scale }: { event: Event; lane: number; scale: Scale }) {
  const start = placeOf(Date.parse(event.start_at), scale);
  const end = placeOf(Date.parse(event.end_at), scale);
  return (
    <span
      className={classes.bar}
      data-status={event.n}
      title={`${event.name}\n${STATUS_NAMES[event.n]}, ${rangeOf(event)}`}
      style={{
        insetInlineStart: `${start}%`,
        insetBlockStart: `calc(1.375rem + ${lane} * 0.5rem)`,
        width: `${end - start}%`,
      }}
    />
  );
}
