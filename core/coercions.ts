/** What a place and a discount become, whatever was typed. Specification: Display order. */

const MAX_ORDER = 2_147_483_647;

/** An integer from 0 to 100: 12.7 is 12, 140 is 100, and what is no number is 0. */
export function discountOf(value: unknown): number {
  return wholeOf(value, 100);
}

/** An integer from 0, which is no place; what is no number is 0. */
export function displayOrderOf(value: unknown): number {
  return wholeOf(value, MAX_ORDER);
}

function wholeOf(value: unknown, max: number): number {
  const number = typeof value === 'string' ? Number(value.trim().replace(',', '.')) : value;
  if (typeof number !== 'number' || Number.isNaN(number)) return 0;
  return Math.trunc(Math.min(max, Math.max(0, number)));
}
