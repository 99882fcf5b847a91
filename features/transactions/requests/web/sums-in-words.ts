import { formatMoney, minorOf } from '../../../../core/money.ts';

/** Sums amounts in major units by currency: "EUR 66.74, BRL 72.69". */
export function sumsInWords(amounts: readonly { currency: string; amount: number }[]): string {
  return [...Map.groupBy(amounts, ({ currency }) => currency)]
    .map(([currency, some]) =>
      formatMoney(
        some.reduce((sum, { amount }) => sum + minorOf(amount, currency), 0),
        currency,
      ),
    )
    .join(', ');
}
