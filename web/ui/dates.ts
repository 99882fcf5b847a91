/** Dates as the person writes them: in texts as in the browser's own fields. */
export const inDays = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
export const inMinutes = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
