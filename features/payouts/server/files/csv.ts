/** CSV of payment files: UTF-8 without a byte order mark, CRLF line ends, no apostrophes. Specification: Payment files. */
import { decimalsOf } from '../../../../core/money.ts';

export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map((value) => quoted(String(value))).join(',')}\r\n`).join('');
}

/** Formats minor units for banks: no grouping, a point, exactly the decimals of the currency. */
export function amountText(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(minor).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Quotes the characters of other separators too. */
function quoted(value: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
