import { formatMajor, formatMoney, minorOf, toMajor } from '../../../../../core/money.ts';
import type { ExplainedLine } from '../../../ledger-contract.ts';

type Summands = Pick<
  ExplainedLine,
  'divided' | 'commission' | 'divided_by' | 'exact' | 'rounding' | 'kept' | 'amount'
>;

export type Arithmetic = {
  /** `49.99 × 12.5% = 6.24875 → 6.25`. */
  formula: string;
  /** Rounding of the fraction of a cent; null where there was none. */
  rounding: string | null;
  kept: string | null;
};

export function arithmeticOf(line: Summands, currency: string): Arithmetic {
  const { divided, commission, divided_by, exact } = line;
  const share = minorOf(line.amount, currency) - minorOf(line.kept, currency);
  const result = plain(share, currency);
  const ratio = divided_by === 100 ? `${commission}%` : `${commission} ÷ ${divided_by}`;
  const whole = Number(exact) === toMajor(share, currency);
  return {
    formula: `${plain(minorOf(divided, currency), currency)} × ${ratio} = ${whole ? result : `${exact} → ${result}`}`,
    rounding: whole ? null : roundingOf(line, currency),
    kept:
      line.kept === 0
        ? null
        : `${formatMajor(line.kept, currency)} kept from an earlier split: ${plain(minorOf(line.kept, currency), currency)} + ${result} = ${plain(minorOf(line.amount, currency), currency)}`,
  };
}

function roundingOf({ rounding }: Summands, currency: string): string {
  const added = minorOf(rounding, currency);
  if (added > 0) return `+${plain(added, currency)} by largest remainder`;
  return 'rounded down';
}

function plain(minor: number, currency: string): string {
  return formatMoney(minor, currency).slice(currency.length + 1);
}
