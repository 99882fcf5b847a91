import { CurrencySums } from '../../../web/ui/table/currency-sums.tsx';
import type { ListQuery } from '../../../web/ui/table/loaded-list.tsx';
import type { TransactionSum } from '../contract.ts';

type SumsStripProps = { query: ListQuery & { data: { sums: readonly TransactionSum[] } | undefined } };

export function SumsStrip({ query }: SumsStripProps) {
  return <CurrencySums query={query} figures={FIGURES} note={COUNTED} />;
}

const FIGURES = [
  { key: 'sold', header: 'Sold' },
  { key: 'refunded', header: 'Refunded' },
  { key: 'paid_out', header: 'Paid out' },
  { key: 'open', header: 'Not yet paid out' },
] as const;

const COUNTED =
  'Sales count by the day of the sale (UTC), refunds by the day of the refund. Paid out and not yet paid out are of ' +
  'the sales, less what went back of them. The list has sales by their day.';
