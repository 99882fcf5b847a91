import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHARGE_TYPES, canCancelRegistration, paidWords, sharesOfRefund, takenOff } from './rules.ts';

const line = (type: number, amount: number, refunded = 0, row_id = type) => ({
  type,
  row_id,
  amount,
  refunded,
});

test.each([
  ['in the ratio of the lines', 1000, [line(0, 2000), line(4, 8000, 0, 0)], [200, 800]],
  ['of what each still holds', 300, [line(0, 2000, 2000), line(1, 1000), line(4, 2000)], [0, 100, 200]],
  [
    'what is left over to the largest remainder, ties to the lower type',
    100,
    [line(4, 1), line(1, 1), line(0, 1)],
    [33, 33, 34],
  ],
  ['all of it', 9999, [line(0, 3333), line(4, 6666)], [3333, 6666]],
  ['of a charge without lines, or that holds nothing, nothing', 5, [line(0, 10, 10)], [0]],
])('%s', (_, amount, lines, shares) => {
  expect(sharesOfRefund(amount, lines)).toEqual(shares);
});

test('a line is paid once its payout is: one that waits for approval only holds it', () => {
  const open = { payout_id: null, payout_status: 0 } as const;
  const waiting = { payout_id: 7, payout_status: 0 } as const;
  const paid = { payout_id: 7, payout_status: 1 } as const;
  expect([open, waiting, paid].map(paidWords)).toEqual([
    'not paid yet',
    'in payout #7, needs approval',
    'paid out in payout #7',
  ]);
  expect([open, waiting, paid].map(takenOff)).toEqual([
    null,
    'in a payout that needs approval; deducted from the payout after that',
    'already paid; deducted from the next payout',
  ]);
});

test('classes and bundles alone have a registration to cancel', () => {
  expect(CHARGE_TYPES.filter(canCancelRegistration)).toEqual(['class_payment', 'bundle_payment']);
});

test('the shares are the refund, and no line gives more than it holds', () => {
  const lines = fc.array(
    fc.tuple(fc.nat(4), fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 100 })),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 1000 }), (drawn, part) => {
      const all = drawn.map(([type, amount, gone], index) =>
        line(type, amount, Math.floor((amount * gone) / 100), index),
      );
      const holds = all.map(({ amount, refunded }) => amount - refunded);
      const left = holds.reduce((sum, one) => sum + one, 0);
      const amount = Math.ceil((left * part) / 1000);
      const shares = sharesOfRefund(amount, all);
      expect(shares.reduce((sum, one) => sum + one, 0)).toBe(amount);
      for (const [index, share] of shares.entries()) expect(share).toBeLessThanOrEqual(holds[index] ?? 0);
    }),
    {
      examples: [
        [[[4, 4999, 0]], 1000],
        [
          [
            [0, 1, 0],
            [4, 1, 0],
          ],
          500,
        ],
      ],
    },
  );
});
