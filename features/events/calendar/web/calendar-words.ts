import { inMinutes } from '../../../../web/ui/dates.ts';
import type { Event } from '../../contract.ts';
import { type Day, dateOf, type Month } from './calendar-days.ts';

const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

export const ZONE = inMinutes.resolvedOptions().timeZone;

export function monthName(value: Month): string {
  return month.format(dateOf(`${value}-01`));
}

export function dayName(value: Day): string {
  return day.format(dateOf(value));
}

export function timeOf(value: string): string {
  return time.format(new Date(value));
}

/** Formats start and end, naming the day once where both are on it. */
export function rangeOf({ start_at, end_at }: Pick<Event, 'start_at' | 'end_at'>): string {
  return inMinutes.formatRange(new Date(start_at), new Date(end_at));
}

export function eventCount(count: number): string {
  return count === 1 ? '1 event' : `${count || 'no'} events`;
}
