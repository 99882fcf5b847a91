import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeSets } from '../../../web/ui/form/merge.ts';
import type { ClassRow } from '../../classes/contract.ts';
import {
  add,
  changeInWords,
  draftOf,
  hiddenWords,
  idsOf,
  isDirty,
  memberOf,
  rebase,
  remove,
  totalsOf,
} from './bundle-draft.ts';

const row = (id: number, values: Partial<ClassRow> = {}): ClassRow => ({
  id,
  class_name: `Class ${id}`,
  instructor_id: null,
  instructor_name: null,
  program_id: 2,
  is_bundle: false,
  class_price: 80,
  currency: 'USD',
  membership_discount: 2500,
  membership_discount_other: 0,
  del_flag: 0,
  status: 1,
  ...values,
});
const stored = (...ids: number[]) =>
  draftOf({ updated_at: 't1', bundles: ids.map((id) => row(id)), hidden: 0, not_sold: [] });

test('a removed class stays marked and can be put back; an added one is gone at once', () => {
  const removed = remove(stored(1, 2), 1);
  expect(memberOf(removed, 1)?.mark).toBe('removed');
  expect(idsOf(removed)).toEqual([2]);
  expect(isDirty(add(removed, row(1)))).toBe(false);
  const added = add(stored(1, 2), row(3));
  expect(idsOf(added)).toEqual([1, 2, 3]);
  expect(isDirty(remove(added, 3))).toBe(false);
});

test('a class that is in cannot be added again', () => {
  expect(idsOf(add(stored(1), row(1)))).toEqual([1]);
});

test('totals by currency, without the removed, with the discounts of members', () => {
  const draft = add(
    add(remove(stored(1, 2), 1), row(3, { class_price: 19.99 })),
    row(4, {
      class_price: 5000,
      currency: 'JPY',
      membership_discount_other: 1000,
    }),
  );
  expect(totalsOf(draft)).toEqual([
    { currency: 'JPY', price: 5000, member: 1250, other: 500 },
    { currency: 'USD', price: 9999, member: 2500, other: 0 },
  ]);
});

test("one's own changes go on top of theirs", () => {
  const mine = add(remove(stored(1, 2), 1), row(3));
  const theirs = { ...stored(2, 3, 4), updated_at: 't2' };
  const next = rebase(mine, theirs);
  expect(next.updated_at).toBe('t2');
  expect(idsOf(next)).toEqual([2, 3, 4]);
  expect(isDirty(next)).toBe(false);
});

test('what either added or took away counts, whoever was first', () => {
  const set = fc.uniqueArray(fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(set, set, set, (base, mine, theirs) => {
      const removed = base.filter((id) => !mine.includes(id)).reduce(remove, stored(...base));
      const draft = mine.reduce((next, id) => add(next, row(id)), removed);
      expect(new Set(idsOf(rebase(draft, stored(...theirs))))).toEqual(
        new Set(mergeSets(base, mine, theirs)),
      );
    }),
  );
});

test('what they did is said by name', () => {
  const mine = add(remove(stored(1, 2), 1), row(3));
  expect(changeInWords(mine, stored(1, 4))).toBe('They added Class 4, #4 and removed Class 2, #2.');
  expect(changeInWords(mine, stored(1, 2))).toBe('The list of classes did not change.');
});

test('one class that stays unseen is told of in the singular', () => {
  expect(hiddenWords(1)).toBe('and 1 class of another program (unchanged)');
  expect(hiddenWords(1200)).toBe('and 1,200 classes of other programs (unchanged)');
});
