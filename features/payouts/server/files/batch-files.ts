import { csvLine } from '../../../../core/csv/csv.ts';
import { minorOf } from '../../../../core/money.ts';
import { PAYOUT_METHODS, type PayoutMethod } from '../../rules.ts';
import type { HeldPayee } from '../payout-types.ts';
import { amountText, csvOf } from './csv.ts';
import {
  alipayFormat,
  bankDepositFormat,
  booksFormat,
  directFormat,
  paypalFormat,
  unionpayFormat,
} from './csv-formats.ts';
import { nachaFormat } from './nacha.ts';
import { painFormat } from './pain-001.ts';
import { type BatchFacts, type FileRow, type Format, type PaymentFile, totalOf } from './rows.ts';

/** The formats of each method, in order of preference. */
export const FORMATS: Readonly<Record<PayoutMethod, readonly Format[]>> = {
  alipay: [alipayFormat],
  bank_deposit: [painFormat, bankDepositFormat],
  direct: [nachaFormat, directFormat],
  paypal: [paypalFormat('PAYPAL')],
  unionpay: [unionpayFormat],
  venmo: [paypalFormat('VENMO')],
  none: [booksFormat],
};

/** Returns the files in the order of the ZIP: by method and currency, then the manifest, then the payees left out. */
export function filesOf(
  rows: readonly FileRow[],
  held: readonly HeldPayee[],
  facts: BatchFacts,
): PaymentFile[] {
  const written = paymentFiles(rows, facts);
  const files = [
    ...written,
    { name: 'manifest.csv', text: manifest(written) },
    { name: 'held.csv', text: heldFile(held) },
  ];
  return files.map(({ name, text }) => ({ name, bytes: Buffer.from(text) }));
}

type Written = { name: string; rows: readonly FileRow[]; text: string };

function paymentFiles(rows: readonly FileRow[], facts: BatchFacts): Written[] {
  const ordered = rows.toSorted((a, b) => a.payout_id - b.payout_id);
  const currencies = [...new Set(ordered.map(({ currency }) => currency))].toSorted();
  return PAYOUT_METHODS.flatMap((method) =>
    currencies.flatMap((currency) => {
      const some = ordered.filter((row) => row.method === method && row.currency === currency);
      return parted(some, method, facts).map(({ format, rows: part }, index) => ({
        name: `${method}-${currency}-${String(index + 1).padStart(3, '0')}.${format.extension}`,
        rows: part,
        text: format.write(part, { ...facts, number: index + 1 }),
      }));
    }),
  );
}

function parted(rows: readonly FileRow[], method: PayoutMethod, facts: BatchFacts) {
  const format = new Map(rows.map((row) => [row, FORMATS[method].find((one) => one.carries(row, facts))]));
  return FORMATS[method].flatMap((one) =>
    chunks(
      rows.filter((row) => format.get(row) === one),
      one,
    ).map((part) => ({ format: one, rows: part })),
  );
}

function chunks(
  rows: readonly FileRow[],
  { most_rows = Infinity, most_total = Infinity }: Format,
): FileRow[][] {
  const parts: FileRow[][] = [];
  let total = 0;
  for (const row of rows) {
    const last = parts.at(-1);
    total += row.amount;
    if (last && last.length < most_rows && total <= most_total) last.push(row);
    else {
      parts.push([row]);
      total = row.amount;
    }
  }
  return parts;
}

function manifest(files: readonly Written[]): string {
  const rows = files.flatMap((file) => [
    ...file.rows.map(({ payout_id, name, method, currency, amount }) => [
      file.name,
      payout_id,
      name,
      method,
      currency,
      amountText(amount, currency),
    ]),
    ...file.rows
      .slice(0, 1)
      .map(({ method, currency }) => [
        file.name,
        '',
        'Total',
        method,
        currency,
        amountText(totalOf(file.rows), currency),
      ]),
  ]);
  return csvOf([['file', 'payout_id', 'name', 'method', 'currency', 'amount'], ...rows]);
}

/** Escapes names as exports do, against formula injection: this is no payment file. */
function heldFile(held: readonly HeldPayee[]): string {
  const lines = held.map(({ payee, currency, amount, reason }) =>
    csvLine([payee, currency, amountText(minorOf(amount, currency), currency), reason]),
  );
  return csvLine(['payee', 'currency', 'amount', 'reason']) + lines.join('');
}
