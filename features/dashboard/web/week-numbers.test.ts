import { expect, test } from 'vitest';
import { weekName, weekNumbers } from './week-numbers.ts';

test('the week that is not over says so beside whole ones', () => {
  const weeks = ['2026-11-09', '2026-11-16', '2026-11-23'];
  const { rows } = weekNumbers(weeks, [
    { key: 'sold', label: 'Sold', tone: 1, values: [7, 8, 1], format: String },
  ]);
  expect(rows).toEqual([
    [`${weekName('2026-11-23')}, so far`, '1'],
    [weekName('2026-11-16'), '8'],
    [weekName('2026-11-09'), '7'],
  ]);
});
