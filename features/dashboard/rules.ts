/** Thresholds of Home, and the weeks of its charts. Specification: Dashboard. */

/** Minutes a user counts as active after being seen. */
export const ACTIVE_MINUTES = 15;
export const MOST_ACTIVE = 50;
export const CHANGE_DAYS = 30;
const WEEKS = 53;

/** Days of the periods that are looked back at, each with today. */
const PERIODS = [1, 7, 30] as const;

const DAY_MS = 86_400_000;

/** Returns the Mondays of the last 53 weeks in UTC, as days, the current week last. */
export function weeksUntil(now: Date): string[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const monday = today - ((now.getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: WEEKS }, (_, index) =>
    new Date(monday - (WEEKS - 1 - index) * 7 * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Returns the periods that end with a moment's day in UTC, the shortest first, with their first and last day. */
export function periodsUntil(now: Date): { days: number; from: string; to: string }[] {
  const dayBefore = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  return PERIODS.map((days) => ({ days, from: dayBefore(days - 1), to: dayBefore(0) }));
}
