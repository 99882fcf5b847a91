/** What payment files are written from. Specification: Payment files. */
import type { Rules } from '../../money-settings/rules.ts';
import type { Method } from '../../site-users/payment-rules.ts';
import type { PayoutMethod } from '../rules.ts';

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

/** What the files of a batch say beside its rows: its id, its day (UTC, YYYY-MM-DD), and who pays. */
export type BatchFacts = { id: number; day: string } & Pick<Rules, 'ach' | 'sepa_debtor'>;

/** Why a payment file cannot carry this value, in words for staff; null where it can. */
export function faultOfDetails(_method: Method, details: Readonly<Record<string, string>>): string | null {
  const odd = Object.entries(details).find(
    ([, value]) => /^[=+\-@\t\r]/.test(value) && !/^[@+][\w.-]+$/.test(value),
  );
  return odd ? `${odd[0]} begins like a formula` : null;
}
