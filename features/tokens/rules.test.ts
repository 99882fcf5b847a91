import { expect, test } from 'vitest';
import { isExpired } from './rules.ts';

test('a token lives until its last day is over in UTC', () => {
  const at = (moment: string) => Date.parse(moment);
  expect(isExpired({ expiry_date: '2026-05-01' }, at('2026-05-01T23:59:59.999Z'))).toBe(false);
  expect(isExpired({ expiry_date: '2026-05-01' }, at('2026-05-02T00:00:00Z'))).toBe(true);
  expect(isExpired({ expiry_date: '2026-05-01' }, at('2026-05-01T20:00:00-05:00'))).toBe(true);
  expect(isExpired({ expiry_date: null }, at('2999-01-01T00:00:00Z'))).toBe(false);
});
