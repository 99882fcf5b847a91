/** Days (`2026-11-20`) and months (`2026-11`) in the reader's time zone; they compare as strings. */

export type Day = string;
export type Month = string;

type Timed = { id: number; start_at: string; end_at: string };

/** The part of an event in one week: column (0 is Monday), number of days, line. */
type Piece<Event> = { event: Event; column: number; days: number; line: number };

export const MONTH = /^2[01]\d\d-(0[1-9]|1[0-2])$/;
export const DAY = /^2[01]\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

export function dayOf(moment: Date | string): Day {
  const date = new Date(moment);
  return utcDay(date.getFullYear(), date.getMonth(), date.getDate());
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

/** Returns midnight at the start of the day, or the first moment where the clock skips it. */
export function dateOf(day: Day): Date {
  const [year, month, date] = partsOf(day);
  return new Date(year, month, date);
}

export function addDays(day: Day, days: number): Day {
  const [year, month, date] = partsOf(day);
  return utcDay(year, month, date + days);
}

export function addMonths(day: Day, months: number): Day {
  const [year, month, date] = partsOf(day);
  const last = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate();
  return utcDay(year, month + months, Math.min(date, last));
}

/** Returns the weeks, Monday first, that hold a day of the month. */
export function weeksOf(month: Month): Day[][] {
  const first = `${month}-01`;
  const start = addDays(first, -weekdayOf(first));
  const weeks: Day[][] = [];
  for (let day = start; day < addMonths(first, 1); day = addDays(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_day, index) => addDays(day, index)));
  }
  return weeks;
}

/** Returns the day that a key leads to; null for other keys, and outside the allowed years. */
export function goalOf(day: Day, key: string, shift: boolean): Day | null {
  const goal = STEPS[key]?.(day, shift) ?? null;
  return goal && DAY.test(goal) ? goal : null;
}

/** Returns first and last day of an event; one that ends at midnight does not count on the day that begins then. */
export function spanOf({ start_at, end_at }: Timed): { first: Day; last: Day } {
  const first = dayOf(start_at);
  const last = dayOf(new Date(Date.parse(end_at) - 1));
  return { first, last: last < first ? first : last };
}

export function eventsWithin<Event extends Timed>(events: readonly Event[], first: Day, last: Day): Event[] {
  return events.filter((event) => {
    const span = spanOf(event);
    return span.first <= last && span.last >= first;
  });
}

/** Puts each event on the first line that is free for all its days: those that begin or end in the week first, then earlier and longer ones. */
export function piecesOf<Event extends Timed>(
  week: readonly Day[],
  events: readonly Event[],
): Piece<Event>[] {
  const [monday = '', sunday = ''] = [week[0], week[6]];
  const taken: number[] = [];
  return eventsWithin(events, monday, sunday)
    .map((event) => {
      const { first, last } = spanOf(event);
      const column = Math.max(0, week.indexOf(first));
      const end = last > sunday ? 6 : week.indexOf(last);
      return { event, column, days: end - column + 1, runsThrough: first < monday && last > sunday };
    })
    .sort(
      (a, b) =>
        Number(a.runsThrough) - Number(b.runsThrough) ||
        a.column - b.column ||
        b.days - a.days ||
        a.event.id - b.event.id,
    )
    .map(({ runsThrough: _runsThrough, ...piece }) => {
      const free = taken.findIndex((until) => until < piece.column);
      const line = free < 0 ? taken.length : free;
      taken[line] = piece.column + piece.days - 1;
      return { ...piece, line };
    });
}

/** Returns the days from `first` to `last` as the API's `dates` in UTC: every UTC day that they touch. */
export function datesOf(first: Day, last: Day): string {
  const end = new Date(dateOf(addDays(last, 1)).getTime() - 1);
  return [dateOf(first), end].map((date) => date.toISOString().slice(0, 10)).join(',');
}

/** 0 is Monday. */
function weekdayOf(day: Day): number {
  const [year, month, date] = partsOf(day);
  return (new Date(Date.UTC(year, month, date)).getUTCDay() + 6) % 7;
}

const STEPS: Record<string, (day: Day, shift: boolean) => Day> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day, shift) => addMonths(day, shift ? -12 : -1),
  PageDown: (day, shift) => addMonths(day, shift ? 12 : 1),
};

function partsOf(day: Day): [year: number, month: number, date: number] {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return [year, month - 1, date];
}

function utcDay(year: number, month: number, date: number): Day {
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
}
