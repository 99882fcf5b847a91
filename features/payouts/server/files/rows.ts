import type { Rules } from '../../../money-settings/rules.ts';
import type { PayoutMethod } from '../../rules.ts';

/** One payout in a file; `amount` in minor units. */
export type FileRow = {
  payout_id: number;
  name: string;
  method: PayoutMethod;
  currency: string;
  amount: number;
  /** The decrypted fields of the method; empty for `none`. */
  details: Readonly<Record<string, string>>;
};

/** A file of a batch; deterministic: the same rows, rules and batch make the same bytes. */
export type PaymentFile = { name: string; bytes: Buffer };

/** Facts of a batch: its id, the day of its files (UTC, YYYY-MM-DD), and the payer. */
export type BatchFacts = { id: number; day: string } & Pick<Rules, 'ach' | 'sepa_debtor'>;

/** Facts of one file: its rows share method and currency and are in the order of their payouts. */
export type FileFacts = BatchFacts & {
  /** Counts from 1 within method and currency. */
  number: number;
};

export type Format = {
  /** Version of the writer: raise it whenever the same rows would make other bytes. */
  version: number;
  extension: 'csv' | 'xml' | 'ach';
  /** The most rows, and minor units, of one file. */
  most_rows?: number;
  most_total?: number;
  /** True where this format can carry the row; the last one of a method carries every row. */
  carries(row: FileRow, facts: BatchFacts): boolean;
  write(rows: readonly FileRow[], facts: FileFacts): string;
};

export function referenceOf({ payout_id }: Pick<FileRow, 'payout_id'>): string {
  return `PAYOUT-${payout_id}`;
}

export function totalOf(rows: readonly Pick<FileRow, 'amount'>[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}
