import { VisuallyHidden } from '@mantine/core';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Event } from '../../contract.ts';
import { type Day, eventsWithin, goalOf, type Month, monthOf, piecesOf, weeksOf } from './calendar-days.ts';
import { CalendarEvent, StatusLegend } from './calendar-event.tsx';
import classes from './calendar-month.module.css';
import { dayName, eventCount } from './calendar-words.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** Lines of a day; the next says how many more events there are. */
const LINES = 3;

type CalendarMonthProps = {
  month: Month;
  today: Day;
  /** Undefined until loaded: the days stay, and with them focus and navigation. */
  events: readonly Event[] | undefined;
  loading: boolean;
  onMonth: (month: Month) => void;
  onOpenDay: (day: Day) => void;
};

/** A grid in which one day is reached by Tab; arrows lead to others, PageUp and PageDown to months (Shift: years). */
export function CalendarMonth({ month, today, events, loading, onMonth, onOpenDay }: CalendarMonthProps) {
  const [reached, setReached] = useState(today);
  const active = monthOf(reached) === month ? reached : monthOf(today) === month ? today : `${month}-01`;
  const wanted = useRef<Day | null>(null);
  const grid = useRef<HTMLDivElement>(null);

  // A day of another month can take the focus only when that month has come.
  useLayoutEffect(() => {
    if (wanted.current === null || monthOf(wanted.current) !== month) return;
    grid.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`)?.focus();
    wanted.current = null;
  }, [month, reached]);

  const reach = ({ target }: FocusEvent) => {
    const day = target instanceof HTMLElement ? target.dataset.day : undefined;
    if (day && monthOf(day) === month) setReached(day);
  };
  const open = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest('a')) return;
    const cell = target.closest<HTMLElement>('[data-day]');
    if (cell?.dataset.day) onOpenDay(cell.dataset.day);
  };
  const go = (event: KeyboardEvent) => {
    const cell = event.target instanceof HTMLElement ? event.target.dataset.day : undefined;
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpenDay(cell);
      return;
    }
    const goal = goalOf(cell, event.key, event.shiftKey);
    if (!goal) return;
    event.preventDefault();
    wanted.current = goal;
    setReached(goal);
    if (monthOf(goal) !== month) onMonth(monthOf(goal));
  };

  return (
    <>
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-labelledby="month"
        aria-busy={loading}
        data-unknown={(!events && !loading) || undefined}
        className={classes.grid}
        onFocus={reach}
        onClick={open}
        onKeyDown={go}
      >
        <div role="row" className={classes.week}>
          {WEEKDAYS.map((name) => (
            <div key={name} role="columnheader" aria-label={name} className={classes.weekday}>
              {name.slice(0, 3)}
            </div>
          ))}
        </div>
        {weeksOf(month).map((week) => (
          <Week key={week[0]} week={week} month={month} today={today} active={active} events={events} />
        ))}
      </div>
      <StatusLegend />
    </>
  );
}

type WeekProps = Pick<CalendarMonthProps, 'month' | 'today' | 'events'> & {
  week: readonly Day[];
  active: Day;
};

function Week({ week, month, today, active, events }: WeekProps) {
  const pieces = piecesOf(week, events ?? []);
  return (
    <div role="row" className={classes.week}>
      {week.map((day, column) => {
        const here = pieces.filter((piece) => piece.column === column && piece.line < LINES);
        const over = pieces.filter(
          (piece) => piece.line >= LINES && piece.column <= column && piece.column + piece.days > column,
        ).length;
        return (
          <div
            key={day}
            role="gridcell"
            data-day={day}
            tabIndex={day === active ? 0 : -1}
            aria-current={day === today ? 'date' : undefined}
            aria-haspopup="dialog"
            className={classes.day}
            data-outside={monthOf(day) !== month || undefined}
          >
            <span className={classes.date} aria-hidden>
              {Number(day.slice(8))}
            </span>
            <VisuallyHidden>
              {dayName(day)}
              {events && `, ${eventCount(eventsWithin(events, day, day).length)}`}
            </VisuallyHidden>
            {here.map(({ event, days, line }) => (
              <CalendarEvent key={event.id} event={event} week={week} days={days} line={line} />
            ))}
            {over > 0 && (
              <span className={classes.more} data-more>
                +{over}
                <span className={classes.moreWord}> more</span>
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}
