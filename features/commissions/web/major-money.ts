import { decimalsOf, formatMoney } from '../../../core/money.ts';

/** An amount as the API answers it, in the major unit, for people: 49.99 USD is `USD 49.99`. */
export function money(major: number, currency: string): string {
  return formatMoney(minorOf(major, currency), currency);
}

/** The API answers in the major unit, and sums and differences of such numbers are not exact. */
export function minorOf(major: number, currency: string): number {
  return Math.round(major * 10 ** decimalsOf(currency));
}
