import { expect, test } from 'vitest';
import type { CommissionRow } from '../../../ledger-contract.ts';
import { differenceOfRows } from './group-difference.ts';

const row = (values: Partial<CommissionRow> & Pick<CommissionRow, 'type' | 'commission'>): CommissionRow => ({
  id: 1,
  program_id: 0,
  referrer_id: null,
  first_name: null,
  last_name: null,
  email: null,
  code: null,
  discount: null,
  discount_type: null,
  ...values,
});

test('a changed percentage, a new code and a removed referral, in words', () => {
  const program = row({ type: 1, commission: 15 });
  const before = [row({ type: 0, commission: 20 }), program, row({ type: 2, commission: 5, referrer_id: 9 })];
  const code = { referrer_id: 9, first_name: 'Grace', last_name: 'Hopper', code: 'MAY' };
  const after = [
    row({ type: 0, commission: 30 }),
    { ...program, id: 8 },
    row({ type: 3, commission: 10, discount: 20, discount_type: 'percent', ...code }),
  ];
  expect(differenceOfRows(before, after)).toEqual({
    same: 1,
    changed: [
      { key: '0::', name: 'Platform', before: '20%', after: '30%' },
      { key: '2:9:', name: 'Referral, User #9 of another program', before: '5%', after: null },
      {
        key: '3:9:may',
        name: 'Referral code MAY, Grace Hopper',
        before: null,
        after: '10%, 20% discount',
      },
    ],
  });
});

test('two referrals of one person are two rows', () => {
  const twice = [
    row({ type: 2, commission: 5, referrer_id: 9 }),
    row({ type: 2, commission: 6, referrer_id: 9 }),
  ];
  expect(differenceOfRows(twice, twice)).toEqual({ changed: [], same: 2 });
});
