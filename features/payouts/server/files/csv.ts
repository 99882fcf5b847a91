/** Payment files as CSV: UTF-8 without a byte order mark, lines that end in CRLF, no apostrophes. Specification: Payment files. */
import { decimalsOf } from '../../../../core/money.ts';

export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map((value) => quoted(String(value))).join(',')}\r\n`).join('');
}

/** Minor units as banks read them: no grouping, a point, all decimals of the currency and no others. */
export function amountText(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(minor).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Also where it would be read with another separator. */
function quoted(value: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
