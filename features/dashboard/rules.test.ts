import fc from 'fast-check';
import { expect, test } from 'vitest';
import { periodsUntil, weeksUntil } from './rules.ts';

test.each([
  ['a Monday at midnight', '2026-11-16T00:00:00.000Z', '2026-11-16'],
  ['a Sunday in its last moment', '2026-11-22T23:59:59.999Z', '2026-11-16'],
  ['New Year', '2027-01-01T12:00:00.000Z', '2026-12-28'],
  ['a leap day', '2028-02-29T01:00:00.000Z', '2028-02-28'],
])('%s is of the week of its Monday', (_, now, monday) => {
  expect(weeksUntil(new Date(now)).at(-1)).toBe(monday);
});

test('53 Mondays without a hole, the last of them at most six days ago', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      (now) => {
        const days = weeksUntil(now).map((day) => Date.parse(day) / 86_400_000);
        expect(days).toHaveLength(53);
        expect(days.every((day, index) => index === 0 || day - (days[index - 1] ?? 0) === 7)).toBe(true);
        expect((days[0] ?? 0) % 7).toBe(4);
        const age = now.getTime() / 86_400_000 - (days.at(-1) ?? 0);
        expect(age >= 0 && age < 7).toBe(true);
      },
    ),
  );
});

test('today, 7 and 30 days end with the day of the moment in UTC, and hold that many days', () => {
  expect(periodsUntil(new Date('2028-03-01T00:00:00.000Z'))).toEqual([
    { days: 1, from: '2028-03-01', to: '2028-03-01' },
    { days: 7, from: '2028-02-24', to: '2028-03-01' },
    { days: 30, from: '2028-02-01', to: '2028-03-01' },
  ]);
});
