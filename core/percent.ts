/** Percentages as people type them. Specification: Commission rows. */

/** A percentage as a whole number of hundredths: 6.95 is 695. Sums are made of these, never of fractions. */
export function toHundredths(percent: number): number {
  return Math.round(percent * 100);
}

export function fromHundredths(hundredths: number): number {
  return hundredths / 100;
}

/** Digits and first comma or dot of a typed text: `6,95 %` becomes `6.95`; a minus sign makes it all 0. */
export function cleanNumber(typed: string): string {
  const kept = typed.replace(/[^\d.,]/g, '').replaceAll(',', '.');
  if (/^\s*[-−]\s*[\d.,]/.test(typed)) return '0';
  const point = kept.indexOf('.');
  return point < 0
    ? kept
    : kept.slice(0, point + 1) +
        kept
          .slice(point + 1)
          .replaceAll('.', '')
          .slice(0, 2);
}

/** A typed text as a percentage text between 0 and `max`; the text itself where it is within, so that `6.` can be typed on. */
export function clampTyped(typed: string, max: number | null = 100): string {
  const cleaned = cleanNumber(typed);
  return max !== null && Number(cleaned) > max ? String(max) : cleaned;
}

export function toNumber(cleaned: string): number | null {
  return /\d/.test(cleaned) ? Number(cleaned) : null;
}
