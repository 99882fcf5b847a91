/** Dates as the person writes them: in texts as in the browser's own fields. */
export const inDays = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
/** A day that is one of UTC, whatever the zone of the person. */
export const inUtcDays = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
export const inMinutes = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
/** A day without its year, and a month with it: what a scale has room for. */
export const inShortDays = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
export const inMonths = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' });
