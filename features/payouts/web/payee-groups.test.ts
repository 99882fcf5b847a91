import { expect, test } from 'vitest';
import { payeeId } from '../rules.ts';
import { balancesHere, headsOf, payeesAmong } from './payee-groups.ts';

const of = (user_id: number, currency: string) => payeeId({ user_id, program_id: null }, currency);
const site = payeeId({ user_id: null, program_id: null }, 'USD');
const program = payeeId({ user_id: null, program_id: 7 }, 'USD');

test('each payee has a head, with as many balances as stand below it', () => {
  const ids = [of(7, 'USD'), of(7, 'EUR'), program, site, of(8, 'EUR')];
  expect([...headsOf(ids.map((id) => ({ id })))]).toEqual([
    [of(7, 'USD'), 2],
    [program, 1],
    [site, 1],
    [of(8, 'EUR'), 1],
  ]);
  expect(headsOf([]).size).toBe(0);
  expect(payeesAmong(ids)).toBe(4);
});

test.each([
  [1, 1, ''],
  [3, 3, '3 balances'],
  [2, 4, '2 of 4 balances on this page'],
  [1, 2, '1 of 2 balances on this page'],
])('%s of %s: %s', (here, all, words) => {
  expect(balancesHere(here, all)).toBe(words);
});
