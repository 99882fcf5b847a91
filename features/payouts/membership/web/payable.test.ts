import { expect, test } from 'vitest';
import { inUtcDays } from '../../../../web/ui/dates.ts';
import type { MembershipPool } from '../contract.ts';
import { attendancesOf, lastMonthOf, payableOf, typedSplit } from './payable.ts';

const now = new Date('2026-11-22T12:00:00Z');
const october = { dates: '2026-10-01,2026-10-31', pool: null, overlaps: null };
const pool: MembershipPool = {
  id: 1,
  dates: october.dates,
  currency: 'EUR',
  split_amount: 5000,
  created_at: '2026-11-01T00:00:00.000Z',
};
const asked = { split: 100, currency: 'USD' as const, now };

test('what is typed is split in the range; once there is a pool, what that says', () => {
  const { dates } = october;
  expect(payableOf(october, asked)).toEqual({ dates, currency: 'USD', split_amount: 100 });
  expect(payableOf({ ...october, pool }, asked)).toEqual({ dates, currency: 'EUR', split_amount: 5000 });
  expect(payableOf({ ...october, pool }, { ...asked, split: null })).toMatchObject({ split_amount: 5000 });
});

test.each([
  ['not come', { dates: october.dates }, asked, 'Loading…'],
  ['not come, of no days', { dates: '2026-99-99,9999-99-99' }, asked, 'Loading…'],
  [
    'not over, whatever comes',
    { dates: '2026-11-01,2026-11-30' },
    asked,
    `This period ends ${inUtcDays.format(Date.UTC(2026, 10, 30))}. You can pay it from ${inUtcDays.format(Date.UTC(2026, 11, 1))} (UTC).`,
  ],
  [
    'today is its last day',
    { ...october, dates: '2026-11-01,2026-11-22' },
    asked,
    `This period ends ${inUtcDays.format(now)}. You can pay it from ${inUtcDays.format(Date.UTC(2026, 10, 23))} (UTC).`,
  ],
  [
    'cuts into another',
    { ...october, overlaps: pool },
    asked,
    `These dates overlap a paid period: ${inUtcDays.formatRange(Date.UTC(2026, 9, 1), Date.UTC(2026, 9, 31))}, split of EUR 5,000.00.`,
  ],
])('nothing can be paid: %s', (_, range, given, against) => {
  expect(payableOf(range, given)).toEqual({ against });
});

test.each([null, 0])('what is left is to say how much: %s', (split) => {
  expect(payableOf(october, { ...asked, split })).toEqual({
    against: 'Enter the amount to split.',
    amount: true,
  });
});

test.each([
  ['2026-11-22T12:00:00Z', '2026-10-01,2026-10-31'],
  ['2026-12-31T23:59:59Z', '2026-11-01,2026-11-30'],
  ['2028-03-01T00:00:00Z', '2028-02-01,2028-02-29'],
  ['2027-01-01T00:00:00Z', '2026-12-01,2026-12-31'],
])('the last whole month before %s', (moment, days) => {
  expect(lastMonthOf(new Date(moment))).toBe(days);
});

test.each([
  ['100', 100],
  ['100.5', 100.5],
  ['100,50', 100.5],
  ['1,000', null],
  ['0.001', null],
  ['-5', null],
  ['', null],
  ['abc', null],
])('%s typed', (typed, amount) => {
  expect(typedSplit(typed, 'USD')).toBe(amount);
});

test('a currency without decimals takes none', () => {
  expect(typedSplit('100.5', 'JPY')).toBeNull();
  expect(typedSplit('100', 'JPY')).toBe(100);
});

test('what is counted are attendances, and the words say so', () => {
  expect(attendancesOf({ live: 9_000, recordings: 6_658 })).toBe(
    '15,658 attendances: 9,000 live, 6,658 recordings',
  );
  expect(attendancesOf({ live: 1, recordings: 0 })).toBe('1 attendance: 1 live, 0 recordings');
});
