/** Cells of a file that is moved in: moments and amounts as other platforms write them. Specification: Sites, moving in. */

const PAID = [
  'paid',
  'succeeded',
  'success',
  'successful',
  'complete',
  'completed',
  'captured',
  'partiallyrefunded',
];

/** True where a status says that the payment stands, all of it or part. */
export function isPaidStatus(status: string): boolean {
  return PAID.includes(status.toLowerCase().replace(/[^a-z]/g, ''));
}

const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]+(\d{2}:\d{2})(:\d{2}(?:\.\d{1,6})?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

/** Returns a moment as ISO 8601 in UTC, which it is where it names no offset; null for other texts. */
export function momentOf(text: string): string | null {
  const [, day, time = '00:00', seconds = ':00', zone = 'Z'] = MOMENT.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  const offset = /^[a-z]/i.test(zone) ? 'Z' : zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  const at = new Date(`${day}T${time}${seconds.slice(0, 7)}${offset}`);
  // A 30th of February would be read as the 1st of March.
  if (Number.isNaN(at.getTime()) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day)
    return null;
  return at.toISOString();
}

/** Returns a day (UTC) as the moment of its beginning; null for other texts. */
export function dayOf(text: string): string | null {
  const at = momentOf(text);
  return at && `${at.slice(0, 10)}T00:00:00.000Z`;
}

/** Returns a decimal text without its currency sign and thousands: `$1,234.50` and `1.234,50 €` are `1234.50`. */
export function plainAmount(text: string): string {
  const bare = text.replace(/[^\d.,-]/g, '');
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return bare.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(bare)) return bare.replaceAll('.', '').replace(',', '.');
  return /^\d+,\d{1,2}$/.test(bare) ? bare.replace(',', '.') : bare;
}
