import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Actor, Permission } from '../../core/access.ts';
import { roleOf } from '../../core/access.ts';
import { toHundredths } from '../../core/percent.ts';
import {
  exactShare,
  groupFaults,
  instructorPart,
  largestCode,
  mayEditType,
  mergeLevels,
  type RuleRow,
  savedWithUpdate,
  sumOf,
} from './rules.ts';

const percent = fc.nat(10_000).map((n) => n / 100);
const rows = fc.array(
  fc.record({
    type: fc.constantFrom(0, 1, 2, 3, 4),
    commission: percent,
    referrer_id: fc.constant(1),
    code: fc.string({ minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 8 },
) as fc.Arbitrary<RuleRow[]>;

describe('a group', () => {
  test('that has no fault adds up: the sum, the instructor and the largest code', () => {
    fc.assert(
      fc.property(rows, (group) => {
        fc.pre(groupFaults(group).length === 0);
        expect(sumOf(group) + toHundredths(instructorPart(group))).toBe(10_000);
        expect(toHundredths(instructorPart(group))).toBeGreaterThanOrEqual(toHundredths(largestCode(group)));
      }),
    );
  });

  test('over 100 names by how much; types 3 and 4 do not count', () => {
    const group: RuleRow[] = [
      { type: 0, commission: 60 },
      { type: 1, commission: 44.5 },
      { type: 4, commission: 90 },
    ];
    expect(groupFaults(group)).toEqual([{ row: null, field: 'commission', message: 'over by 4.5' }]);
  });

  test('over by a hundredth is over; a row of more than 100 is named, and a type that stands twice', () => {
    const over: RuleRow[] = [
      { type: 0, commission: 60 },
      { type: 1, commission: 40.01 },
    ];
    expect(groupFaults(over)).toEqual([{ row: null, field: 'commission', message: 'over by 0.01' }]);
    expect(groupFaults([{ type: 0, commission: 100.5 }])[0]).toMatchObject({ row: 0, field: 'commission' });
    for (const type of [0, 1] as const)
      expect(
        groupFaults([
          { type, commission: 1 },
          { type, commission: 2 },
        ]),
      ).toMatchObject([{ row: 1, field: 'type' }]);
  });

  test('codes count in no sum, and the largest of them has to fit into what is left', () => {
    const code = (commission: number, text: string): RuleRow => ({
      type: 3,
      commission,
      referrer_id: 1,
      code: text,
    });
    const group = [code(10, 'A'), code(30, 'B'), code(20, 'C'), { type: 0, commission: 60 } as const];
    expect([sumOf(group), largestCode(group), instructorPart(group)]).toEqual([6000, 30, 40]);
    expect(groupFaults([...group, code(40.5, 'D')])).toMatchObject([
      { row: null, message: "the highest referral code exceeds the instructor's share by 0.5" },
    ]);
  });

  test('0.1 and 0.2 are 0.3', () => {
    const group: RuleRow[] = [
      { type: 0, commission: 0.1 },
      { type: 1, commission: 0.2 },
      { type: 2, commission: 99.7, referrer_id: 1 },
    ];
    expect(groupFaults(group)).toEqual([]);
    expect(instructorPart(group)).toBe(0);
  });

  test('names the row at fault', () => {
    expect(groupFaults([{ type: 2, commission: 5 }])).toMatchObject([{ row: 0, field: 'referrer_id' }]);
    expect(groupFaults([{ type: 3, commission: 5, referrer_id: 1 }])).toMatchObject([
      { row: 0, field: 'code' },
    ]);
    const code: RuleRow = {
      type: 3,
      commission: 5,
      referrer_id: 1,
      code: 'A',
      discount: 101,
      discount_type: 'percent',
    };
    expect(groupFaults([code])).toMatchObject([{ row: 0, field: 'discount' }]);
    expect(groupFaults([{ ...code, discount_type: 'amount' }])).toEqual([]);
    expect(
      groupFaults([
        { ...code, discount: 5 },
        { ...code, code: ' a', discount: 5 },
      ]),
    ).toMatchObject([{ row: 1, field: 'code' }]);
  });
});

test('a user has one referral of a group, and is named where a second is added; codes are as many as wanted', () => {
  const ada = { type: 2, commission: 5, referrer_id: 7, first_name: 'Ada', last_name: 'Lovelace' } as const;
  const again = { type: 2, commission: 1, referrer_id: 7 } as const;
  const code = { type: 3, commission: 1, referrer_id: 7, code: 'ADA' } as const;
  expect(groupFaults([ada, { ...again, referrer_id: 8 }, code])).toEqual([]);
  expect(groupFaults([ada, code, again])).toEqual([
    {
      row: 2,
      field: 'referrer_id',
      message: 'Ada Lovelace (#7) already has a referral here. Change that one instead.',
    },
  ]);
});

test.each([
  [300, 'about 5 minutes'],
  [60, 'about a minute'],
  [45, 'about 45 seconds'],
  [1, 'about a second'],
  [0, 'a moment'],
  [3_600, 'about an hour'],
  [7_300, 'about 2 hours'],
])('a delay of %i seconds is %s', (seconds, words) => {
  expect(savedWithUpdate(seconds)).toBe(`Success! Commissions will be updated in ${words}`);
});

test('a discount needs a code', () => {
  const referral = {
    type: 2,
    commission: 5,
    referrer_id: 7,
    discount: 10,
    discount_type: 'percent',
  } as const;
  const fault = { row: 0, field: 'discount', message: 'Enter a code to set a discount' };
  expect(groupFaults([referral])).toEqual([fault]);
  expect(groupFaults([{ type: 0, commission: 5, discount: 1 }])).toEqual([fault]);
  expect(groupFaults([{ ...referral, type: 3, code: 'ADA' }])).toEqual([]);
});

test('who may edit which type', () => {
  const actor = (...permissions: Permission[]): Actor => ({
    admin_id: 1,
    email: '',
    program_id: 2,
    role: roleOf(permissions),
    permissions,
  });
  expect(mayEditType(actor('superadmin'), 0)).toBe(true);
  expect(mayEditType(actor('programadmin'), 0)).toBe(false);
  expect(mayEditType(actor('programadmin'), 1)).toBe(true);
  expect(mayEditType(actor('commissions'), 1)).toBe(false);
  expect(mayEditType(actor('commissions'), 2)).toBe(true);
  expect(mayEditType(actor('superadmin'), 4)).toBe(false);
});

describe('mergeLevels', () => {
  test('takes each type, and each code, from the most specific level that holds it', () => {
    const row = (level: number, type: number, code: string | null = null) => ({ level, type, code });
    const all = [
      row(0, 0),
      row(1, 0),
      row(1, 1),
      row(3, 1),
      row(2, 2),
      row(2, 2),
      row(1, 3, 'A'),
      row(2, 3, 'a '),
      row(1, 3, 'B'),
      row(3, 4),
    ];
    expect(mergeLevels(all)).toEqual([
      row(1, 0),
      row(3, 1),
      row(2, 2),
      row(2, 2),
      row(2, 3, 'a '),
      row(1, 3, 'B'),
    ]);
  });
});

test('the exact share is a decimal text of the major unit', () => {
  expect(exactShare(4999, 12.5, 100, 'USD')).toBe('6.24875');
  expect(exactShare(1200, 33.33, 100, 'JPY')).toBe('399.96');
  expect(exactShare(100, 10, 100, 'USD')).toBe('0.1');
  expect(exactShare(0, 10, 0, 'USD')).toBe('0');
});
