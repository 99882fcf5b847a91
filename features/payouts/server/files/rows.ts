/** What payment files are written from, and what a format is. Specification: Payment files. */
import type { Rules } from '../../../money-settings/rules.ts';
import type { PayoutMethod } from '../../rules.ts';

/** One payout as a file names it; `amount` in minor units. */
export type FileRow = {
  payout_id: number;
  name: string;
  method: PayoutMethod;
  currency: string;
  amount: number;
  /** The fields of the method in the clear; none for `none`. */
  details: Readonly<Record<string, string>>;
};

/** A file of a batch; the same rows, rules and batch make the same bytes, wherever and whenever. */
export type PaymentFile = { name: string; bytes: Buffer };

/** What the files of a batch say beside its rows: its id, the day on which they are made (UTC, YYYY-MM-DD), and who pays. */
export type BatchFacts = { id: number; day: string } & Pick<Rules, 'ach' | 'sepa_debtor'>;

/** Of one file: its rows are of one method and currency, in the order of their payouts. */
export type FileFacts = BatchFacts & {
  /** From 1 within method and currency. */
  number: number;
};

export type Format = {
  /** Another one wherever the same rows would become other bytes. */
  version: number;
  extension: 'csv' | 'xml' | 'ach';
  /** Rows, and minor units, of one file at most. */
  most_rows?: number;
  most_total?: number;
  /** Whether this format can name the row; the last one of a method names every row. */
  carries(row: FileRow, facts: BatchFacts): boolean;
  write(rows: readonly FileRow[], facts: FileFacts): string;
};

/** By which the payee and the bank name a payout. */
export function referenceOf({ payout_id }: Pick<FileRow, 'payout_id'>): string {
  return `PAYOUT-${payout_id}`;
}

export function totalOf(rows: readonly Pick<FileRow, 'amount'>[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}
