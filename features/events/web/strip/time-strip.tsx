import { type KeyboardEvent, useRef, useState } from 'react';
import { mayTouch } from '../../../../core/access.ts';
import { useActor } from '../../../../web/session.tsx';
import { addressId, useAddress } from '../../../../web/ui/address.ts';
import { inMonths, inShortDays } from '../../../../web/ui/dates.ts';
import { rangeOf } from '../../calendar/web/calendar-words.ts';
import type { Event } from '../../contract.ts';
import { STATUS_NAMES, STATUSES } from '../../rules.ts';
import { StatusMark } from '../event-status.tsx';
import { lanesOf, nextOf, placeOf, type Scale, scaleOf, spanOf, ticksOf } from './strip-scale.ts';
import classes from './time-strip.module.css';

const edited = { edit: addressId };

const LANES_REM = 3;
const FEWEST_LANES = 6;
/** Five pixels: a bar of four, and a gap. */
const LEAST_PITCH_REM = 0.3125;
const ABOVE_REM = 1.375;
const BELOW_REM = 0.125;

type TimeStripProps = {
  events: readonly Event[] | undefined;
  failed: boolean;
};

export function TimeStrip({ events, failed }: TimeStripProps) {
  if (events && events.length > 0) return <Strip events={events} />;
  if (failed) return null;
  return (
    <div aria-hidden className={classes.strip}>
      <div className={classes.lanes}>
        {events && <p className={classes.none}>The dates of events are drawn here</p>}
      </div>
      <div className={classes.legend} style={{ visibility: 'hidden' }}>
        <Legend counts={STATUSES.map((status) => ({ status, count: 10 }))} />
      </div>
    </div>
  );
}

/** One Tab stop, as it repeats the table; the arrows lead from event to event. */
function Strip({ events }: { events: readonly Event[] }) {
  const [now] = useState(() => Date.now());
  const actor = useActor();
  const { openDialog } = useAddress(edited);
  const bars = useRef<HTMLDivElement>(null);
  const mine = events.filter((event) => mayTouch(actor, event));
  const [reached, setReached] = useState(0);
  const first = nextOf(mine, 0, 'Home');
  const active = mine.some(({ id }) => id === reached) ? reached : first;
  const go = (event: KeyboardEvent) => {
    const goal = active === null ? null : nextOf(mine, active, event.key);
    if (goal === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    bars.current?.querySelector<HTMLElement>(`[data-event="${goal}"]`)?.focus();
  };
  const scale = scaleOf(events, now);
  const lanes = lanesOf(events, scale);
  // Where more overlap, bars are thinner; where they could not be told apart any more, the strip scrolls in its height.
  const count = Math.max(FEWEST_LANES, ...lanes.map((lane) => lane + 1));
  const pitch = Math.max(LEAST_PITCH_REM, LANES_REM / count);
  const counts = STATUSES.map((status) => ({ status, count: events.filter(({ n }) => n === status).length }));
  const inWords = counts.map(({ status, count }) => `${count} ${STATUS_NAMES[status].toLowerCase()}`);

  return (
    <figure className={classes.strip} aria-label="Dates of the events on this page">
      <div className={classes.lanes}>
        <div
          ref={bars}
          className={classes.scale}
          style={{ height: `${ABOVE_REM + count * pitch + BELOW_REM}rem` }}
          role="group"
          aria-label={`${inWords.join(', ')}, from ${inShortDays.format(scale.from)} to ${inShortDays.format(scale.to)}`}
        >
          {ticksOf(scale).map(({ at, wholeMonths }) => (
            <Tick key={at} place={placeOf(at, scale)}>
              {(wholeMonths ? inMonths : inShortDays).format(at)}
            </Tick>
          ))}
          {events.map((event, index) => (
            <Bar
              key={event.id}
              event={event}
              lane={lanes[index] ?? 0}
              pitch={pitch}
              scale={scale}
              tabIndex={event.id === active ? 0 : -1}
              onReach={() => setReached(event.id)}
              onKey={go}
              onOpen={mine.includes(event) ? () => openDialog({ edit: event.id }) : undefined}
            />
          ))}
          <span
            aria-hidden
            className={classes.now}
            style={{ insetInlineStart: `${placeOf(now, scale)}%` }}
            title="Now"
          />
        </div>
      </div>
      <figcaption className={classes.legend}>
        <Legend counts={counts} />
      </figcaption>
    </figure>
  );
}

/** Percent beyond which a label would be cut off, and so stands before its line. */
const LAST_LABEL_PERCENT = 85;

function Tick({ place, children }: { place: number; children: string }) {
  return (
    <span
      aria-hidden
      className={classes.tick}
      data-before={place > LAST_LABEL_PERCENT || undefined}
      style={{ insetInlineStart: `${place}%` }}
    >
      <span>{children}</span>
    </span>
  );
}

type Counts = readonly { status: Event['n']; count: number }[];

function Legend({ counts }: { counts: Counts }) {
  return (
    <>
      {counts.map(({ status, count }) => (
        <StatusMark
          key={status}
          status={status}
        >{`${count} ${STATUS_NAMES[status].toLowerCase()}`}</StatusMark>
      ))}
    </>
  );
}

type BarProps = {
  event: Event;
  lane: number;
  pitch: number;
  scale: Scale;
  tabIndex: number;
  onReach: () => void;
  onKey: (event: KeyboardEvent) => void;
  onOpen: (() => void) | undefined;
};

function Bar({ event, lane, pitch, scale, tabIndex, onReach, onKey, onOpen }: BarProps) {
  const { start, end } = spanOf(event, scale);
  const about = `${STATUS_NAMES[event.n]}, ${rangeOf(event)}`;
  const look = {
    className: classes.bar,
    'data-status': event.n,
    title: `${event.name}\n${about}`,
    style: {
      insetInlineStart: `${start}%`,
      insetBlockStart: `${ABOVE_REM + lane * pitch}rem`,
      height: `${pitch * 0.75}rem`,
      width: `${end - start}%`,
    },
  };
  if (!onOpen) return <span aria-hidden {...look} />;
  return (
    <button
      type="button"
      {...look}
      data-event={event.id}
      aria-label={`Edit ${event.name}: ${about}`}
      tabIndex={tabIndex}
      onFocus={onReach}
      onKeyDown={onKey}
      onClick={onOpen}
    />
  );
}
