import { expect, test } from 'vitest';
import { compareBooks } from './accounts.ts';

/** A database that has these entries under each mark, and these batches. */
const holding =
  (entries: Record<string, number[]>, batches: number[]) =>
  async <Row extends object>(text: string): Promise<Row[]> => {
    if (text.includes('payout_batches')) return batches.map((id) => ({ id })) as Row[];
    const kind = ['charges', 'refunds', 'idempotency_keys'].findIndex((table) => text.includes(table));
    const mark = ['sale', 'refund', 'payout'][kind] ?? '';
    return Object.entries(entries)
      .filter(([name]) => name.startsWith(mark))
      .flatMap(([name, ids]) => ids.map((id) => ({ mark: name, id }))) as Row[];
  };

const acknowledged = {
  sales: new Map([
    ['sale-1', 11],
    ['sale-2', 12],
    ['sale-3', 13],
  ]),
  refunds: new Map([['refund-1', 21]]),
  payouts: new Map([['payout-1', 31]]),
};

const load = { acknowledged, since: '' };

test('whole books have no differences', async () => {
  const ask = holding(
    { 'sale-1': [11], 'sale-2': [12], 'sale-3': [13], 'refund-1': [21], 'payout-1': [31] },
    [31],
  );
  expect(await compareBooks(load, ask)).toEqual({ lost: [], doubled: [] });
});

test('what is missing, under another id, twice, or of no call is told', async () => {
  const ask = holding({ 'sale-1': [11, 14], 'sale-2': [99], 'refund-1': [21], 'payout-1': [31] }, [31, 32]);
  expect(await compareBooks(load, ask)).toEqual({
    lost: ['sale-2 (12)', 'sale-3 (13)'],
    doubled: ['sale-1', 'batch 32'],
  });
});
