import { formatMoney, minorOf } from '../../../core/money.ts';
import type { LastBatch } from '../../../features/payouts/last-batch.ts';

type Sum = { currency: string; amount: number };

/** Returns "USD 13,204.50 (+1,204.50)" for each currency that is paid; the sum alone without a batch before. */
export function comparedSums(totals: readonly Sum[], last: Pick<LastBatch, 'totals'> | null): string[] {
  const currencies = [...new Set(totals.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => {
    const sum = sumOf(totals, currency);
    const all = formatMoney(sum, currency);
    if (last === null) return all;
    const difference = sum - sumOf(last.totals, currency);
    if (difference === 0) return `${all} (same)`;
    const figures = formatMoney(Math.abs(difference), currency).slice(currency.length + 1);
    return `${all} (${difference < 0 ? '−' : '+'}${figures})`;
  });
}

function sumOf(sums: readonly Sum[], currency: string): number {
  return sums
    .filter((sum) => sum.currency === currency)
    .reduce((sum, { amount }) => sum + minorOf(amount, currency), 0);
}
