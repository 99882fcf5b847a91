import { expect, test } from 'vitest';
import { datePresets } from './date-presets.ts';

const at = (moment: string) => datePresets(new Date(moment)).map(({ value }) => value);

test('presets are days of UTC, both included, over the ends of months and years', () => {
  expect(at('2026-11-26T23:59:59Z')).toEqual([
    '2026-11-26,2026-11-26',
    '2026-11-20,2026-11-26',
    '2026-10-28,2026-11-26',
    '2026-11-01,2026-11-30',
    '2026-10-01,2026-10-31',
  ]);
  expect(at('2028-01-01T00:00:00+14:00')[0]).toBe('2027-12-31,2027-12-31');
  expect(at('2028-03-01T00:00:00Z')).toEqual([
    '2028-03-01,2028-03-01',
    '2028-02-24,2028-03-01',
    '2028-02-01,2028-03-01',
    '2028-03-01,2028-03-31',
    '2028-02-01,2028-02-29',
  ]);
  expect(at('2026-01-15T12:00:00Z')[4]).toBe('2025-12-01,2025-12-31');
});
