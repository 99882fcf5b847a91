/** Percentages as people type them. Specification: Commission rows. */

/** A percentage as a whole number of hundredths: 6.95 is 695. Sums are made of these, never of fractions. */
export function toHundredths(percent: number): number {
  return Math.round(percent * 100);
}

export function fromHundredths(hundredths: number): number {
  return hundredths / 100;
}

/**
 * What is kept of a typed text: digits and first comma or dot, so that `6,95 %` becomes `6.95`. Where `max` leaves room for
 * thousands, every comma and dot stays as typed, for {@link toNumber} to read. A minus sign makes it all 0.
 */
export function cleanNumber(typed: string, max: number | null = 100): string {
  if (/^\s*[-−]\s*[\d.,]/.test(typed)) return '0';
  const kept = typed.replace(/[^\d.,]/g, '');
  if (max === null || max >= 1000) return kept;
  const [whole = '', ...decimals] = kept.split(/[.,]/);
  return decimals.length === 0 ? whole : `${whole}.${decimals.join('').slice(0, 2)}`;
}

/** A typed text as one between 0 and `max`; the text itself where it is within, so that `6.` can be typed on. */
export function clampTyped(typed: string, max: number | null = 100): string {
  const cleaned = cleanNumber(typed, max);
  return max !== null && (toNumber(cleaned) ?? 0) > max ? String(max) : cleaned;
}

/**
 * Null where there is no digit, or no telling what is meant: `1,000` and `1.234.567,89` have marks between thousands,
 * `6,95` has decimals, `1.000` and `12,3456` could have either.
 */
export function toNumber(cleaned: string): number | null {
  if (DECIMAL.test(cleaned)) return Number(cleaned.replace(',', '.'));
  if (IN_THOUSANDS.test(cleaned)) return Number(cleaned.replaceAll(',', ''));
  if (IN_THOUSANDS_BY_DOTS.test(cleaned)) return Number(cleaned.replaceAll('.', '').replace(',', '.'));
  return null;
}

/** True of a text that {@link cleanNumber} has kept and {@link toNumber} cannot read. */
export function isUnclear(cleaned: string): boolean {
  return /\d/.test(cleaned) && toNumber(cleaned) === null;
}

/** What is said of one. */
export const UNCLEAR = 'Not clear: leave out marks between thousands, write at most two decimals';

const DECIMAL = /^(?:\d+(?:[.,]\d{0,2})?|[.,]\d{1,2})$/;
const IN_THOUSANDS = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{0,2})?$/;
const IN_THOUSANDS_BY_DOTS = /^[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:\.\d{3})+,\d{0,2})$/;
