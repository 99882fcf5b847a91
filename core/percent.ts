/** Percentages as typed. Specification: Commission rows. */

/** Converts a percentage to whole hundredths: 6.95 is 695. Sums are made of these, never of fractions. */
export function toHundredths(percent: number): number {
  return Math.round(percent * 100);
}

export function fromHundredths(hundredths: number): number {
  return hundredths / 100;
}

/** Keeps digits and the first comma or dot: `6,95 %` is `6.95`. Where `max` has room for thousands all stay, for {@link toNumber}. A minus makes it 0. */
export function cleanNumber(typed: string, max: number | null = 100): string {
  if (/^\s*[-−]\s*[\d.,]/.test(typed)) return '0';
  const kept = typed.replace(/[^\d.,]/g, '');
  if (max === null || max >= 1000) return kept;
  const [whole = '', ...decimals] = kept.split(/[.,]/);
  return decimals.length === 0 ? whole : `${whole}.${decimals.join('').slice(0, 2)}`;
}

/** Limits a typed text to 0 to `max`; returns the text itself where it is within, so that `6.` can be typed on. */
export function clampTyped(typed: string, max: number | null = 100): string {
  const cleaned = cleanNumber(typed, max);
  return max !== null && (toNumber(cleaned) ?? 0) > max ? String(max) : cleaned;
}

/** Returns null without a digit or where ambiguous: `1,000` and `1.234.567,89` have thousands, `6,95` has decimals, `1.000` could have either. */
export function toNumber(cleaned: string): number | null {
  if (DECIMAL.test(cleaned)) return Number(cleaned.replace(',', '.'));
  if (IN_THOUSANDS.test(cleaned)) return Number(cleaned.replaceAll(',', ''));
  if (IN_THOUSANDS_BY_DOTS.test(cleaned)) return Number(cleaned.replaceAll('.', '').replace(',', '.'));
  return null;
}

/** Returns true for a text that {@link cleanNumber} keeps and {@link toNumber} cannot read. */
export function isUnclear(cleaned: string): boolean {
  return /\d/.test(cleaned) && toNumber(cleaned) === null;
}

export const UNCLEAR = 'Enter a number without thousands separators and at most two decimals';

const DECIMAL = /^(?:\d+(?:[.,]\d{0,2})?|[.,]\d{1,2})$/;
const IN_THOUSANDS = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{0,2})?$/;
const IN_THOUSANDS_BY_DOTS = /^[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:\.\d{3})+,\d{0,2})$/;
