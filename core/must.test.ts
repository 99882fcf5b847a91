import { expect, test } from 'vitest';
import { Refusal } from './errors.ts';
import { must } from './must.ts';

test('answers what is there, nothing and no text included', () => {
  expect([must(0, 'share'), must('', 'name'), must(false, 'mark'), must([], 'rows')]).toEqual([
    0,
    '',
    false,
    [],
  ]);
});

test('throws where it is missing, by name, and refuses nobody', () => {
  for (const missing of [undefined, null]) {
    const call = () => must(missing, 'payout of the third payee');
    expect(call).toThrow('There is no payout of the third payee');
    expect(call).not.toThrow(Refusal);
  }
});
