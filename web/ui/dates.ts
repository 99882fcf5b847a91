/** Formats of dates in the person's locale. */
export const inDays = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
/** Formats a day of UTC, whatever the person's zone. */
export const inUtcDays = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
export const inMinutes = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
/** Formats a moment in UTC, whatever the person's zone; says nothing of UTC itself. */
export const inUtcMinutes = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
/** Formats a day without its year, and a month with it, for a scale. */
export const inShortDays = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
export const inMonths = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' });
