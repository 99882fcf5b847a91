/** Money as integer minor units of a currency. Specification: Money. */
import { withoutEnd } from './without-end.ts';

export const CURRENCIES = [
  'USD',
  'EUR',
  'CAD',
  'CNY',
  'GBP',
  'HKD',
  'JPY',
  'RUB',
  'AED',
  'AUD',
  'BRL',
  'CHF',
  'CLP',
  'COP',
  'INR',
  'DKK',
  'EGP',
  'KRW',
  'MXN',
  'PHP',
  'QAR',
  'SAR',
  'SGD',
  'TWD',
  'TRY',
  'UAH',
] as const;
export type Currency = (typeof CURRENCIES)[number];

const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(['JPY', 'KRW', 'CLP']);

/** The largest amount of a charge, in minor units: sums of ten thousand of them stay exact in a double. */
export const MAX_MINOR = 900_000_000_000;

export function decimalsOf(currency: string): number {
  return WITHOUT_DECIMALS.has(currency) ? 0 : 2;
}

/** Converts minor units to major units, as the API returns them: 4999 USD is 49.99. */
export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency);
}

/** Converts major units to minor units, exactly: sums are made of minor units only. */
export function minorOf(major: number, currency: string): number {
  return Math.round(major * 10 ** decimalsOf(currency));
}

/** Parses major units to minor ones: '49.99' USD is 4999. Null for what is no amount, has too many decimals, is negative or above {@link MAX_MINOR}. */
export function toMinor(major: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const match = /^(\d{1,13})(?:\.(\d+))?$/.exec(major.trim());
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  if (withoutEnd(fraction, '0').length > decimals) return null;
  const minor =
    Number(whole) * 10 ** decimals + Number(fraction.slice(0, decimals).padEnd(decimals, '0') || '0');
  return minor <= MAX_MINOR ? minor : null;
}

/** Returns `hundredths` of a percent of an amount in minor units, half a unit rounded up. */
export function percentOf(minor: number, hundredths: number): number {
  return Number((BigInt(minor) * BigInt(hundredths) + 5_000n) / 10_000n);
}

/** Formats minor units with the currency's code: `USD 49.99`. */
export function formatMoney(minor: number, currency: string): string {
  return formatMajor(toMajor(minor, currency), currency);
}

/** {@link formatMoney} of major units. */
export function formatMajor(major: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const figures = major.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return `${currency} ${figures.replace('-', '−')}`;
}

/** One share of an amount: `type` and `row_id` break ties, `hundredths` is its weight in hundredths of a percent. */
export type Part = { type: number; row_id: number; hundredths: number };

/**
 * Divides `amount` (minor units, >= 0) among the parts in the ratio of their weights, exactly: every share is
 * rounded down and the units left over go to the largest remainders; ties go to the lower type, then the
 * lower row id (specification: Money). Returns a share for each part, in the order given; throws where no
 * part weighs anything but there is an amount to divide.
 */
export function splitAmount(amount: number, parts: readonly Part[]): number[] {
  const total = parts.reduce((sum, part) => sum + BigInt(part.hundredths), 0n);
  if (total === 0n) {
    if (amount === 0) return parts.map(() => 0);
    throw new RangeError('an amount cannot be divided among parts without weight');
  }
  const shares = parts.map((part, index) => {
    const product = BigInt(amount) * BigInt(part.hundredths);
    return { index, part, share: product / total, remainder: product % total };
  });
  let left = BigInt(amount) - shares.reduce((sum, { share }) => sum + share, 0n);
  const byRemainder = [...shares].sort(
    (a, b) => compare(b.remainder, a.remainder) || a.part.type - b.part.type || a.part.row_id - b.part.row_id,
  );
  for (const entry of byRemainder) {
    if (left === 0n) break;
    entry.share += 1n;
    left -= 1n;
  }
  return shares.map(({ share }) => Number(share));
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
