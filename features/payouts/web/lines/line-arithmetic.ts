/** The arithmetic of a share of a sale, as it was done. Specification: Explain and history. */
import { formatMoney, minorOf, toMajor } from '../../../../core/money.ts';
import type { PayoutTransaction } from '../../payout-transaction.ts';

/** Returns "44.99 × 58.5% = 26.32", with what was kept and refunded, so that it ends in the amount; `exact` is what was rounded. Null for no share. */
export function lineArithmetic({
  split,
  amount,
  currency,
}: Pick<PayoutTransaction, 'split' | 'amount' | 'currency'>): { text: string; exact: string | null } | null {
  if (split === null) return null;
  const { divided, commission, divided_by, kept, exact } = split;
  const share = minorOf(split.amount, currency) - minorOf(kept, currency);
  const refunded = minorOf(split.amount, currency) - minorOf(amount, currency);
  const plain = (minor: number) => formatMoney(minor, currency).slice(currency.length + 1);
  const ratio = divided_by === 100 ? `${commission}%` : `${commission} ÷ ${divided_by}`;
  const isWhole = Number(exact) === toMajor(share, currency);
  const more = [
    ...(isWhole ? [] : [split.rounding > 0 ? '(rounded up)' : '(rounded down)']),
    ...(kept === 0 ? [] : [`+ ${plain(minorOf(kept, currency))} kept`]),
    ...(refunded === 0 ? [] : [`− ${plain(refunded)} refunded`]),
  ];
  const text = [`${plain(minorOf(divided, currency))} × ${ratio} = ${plain(share)}`, ...more].join(' ');
  return { text, exact: isWhole ? null : exact };
}
