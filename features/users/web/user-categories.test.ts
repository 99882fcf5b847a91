import { expect, test } from 'vitest';
import type { CategoryBranch } from '../../site-categories/contract.ts';
import type { UserCategory } from '../user-schemas.ts';
import { categoryChoices, categoryNames, keyOf, leafOf, pairOf } from './user-categories.ts';

const sub = (id: number, category_name: string, status: 0 | 1 = 1) => ({
  id,
  category_name,
  status,
  group_id: 1,
});
const TREE: CategoryBranch[] = [
  { ...sub(1, 'Art'), sub_categories: [sub(11, 'Clay'), sub(12, 'Oil', 0)] },
  { ...sub(2, 'Music', 0), sub_categories: [] },
];
const KNOWN: UserCategory[] = [
  { category_id: 7, sub_category_id: 71, category_name: 'Food', sub_category_name: 'Bread' },
];

test('a pair and its text are each other', () => {
  for (const pair of [
    { category_id: 3, sub_category_id: null },
    { category_id: 3, sub_category_id: 12 },
  ])
    expect(pairOf(keyOf(pair))).toEqual(pair);
  expect([leafOf('3'), leafOf('3/12')]).toEqual([3, 12]);
});

test('each is called by where it stands, also where the tree does not have it', () => {
  const names = categoryNames(TREE, KNOWN);
  expect([names.get('1'), names.get('1/11'), names.get('7/71')]).toEqual([
    'Art',
    'Art › Clay',
    'Food › Bread',
  ]);
});

test('what is switched off, or another program’s, is offered only where it is ticked', () => {
  const none = categoryChoices(TREE, [], []);
  expect(none.choices.map(({ id, below }) => [id, below?.map((one) => one.id)])).toEqual([[1, [11]]]);
  const { choices, keys } = categoryChoices(TREE, ['1/12', '2', '7/71'], KNOWN);
  expect(choices.map(({ id, note }) => [id, note])).toEqual([
    [1, undefined],
    [2, 'Inactive'],
    [71, 'Category of another program'],
  ]);
  expect(choices[0]?.below?.map(({ id }) => id)).toEqual([11, 12]);
  expect([...keys]).toEqual([
    [1, '1'],
    [11, '1/11'],
    [12, '1/12'],
    [2, '2'],
    [71, '7/71'],
  ]);
});
