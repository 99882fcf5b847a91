import type { Event } from '../contract.ts';
import { type Day, dateOf, type Month } from './calendar-days.ts';

const LANGUAGE = 'en-GB';
const month = new Intl.DateTimeFormat(LANGUAGE, { month: 'long', year: 'numeric' });
const day = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'full' });
const moment = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });
const time = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: 'short' });

/** The zone that every day and time of the calendar is in. */
export const ZONE = moment.resolvedOptions().timeZone;

/** "November 2026". */
export function monthName(value: Month): string {
  return month.format(dateOf(`${value}-01`));
}

/** "Friday 20 November 2026". */
export function dayName(value: Day): string {
  return day.format(dateOf(value));
}

/** "10:00". */
export function timeOf(value: string): string {
  return time.format(new Date(value));
}

/** From when to when, naming the day once where both are on it. */
export function rangeOf({ start_at, end_at }: Pick<Event, 'start_at' | 'end_at'>): string {
  return moment.formatRange(new Date(start_at), new Date(end_at));
}

export function eventCount(count: number): string {
  return count === 1 ? '1 event' : `${count || 'no'} events`;
}
