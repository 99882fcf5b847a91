/** Categories of a user as a set of keys, so that they merge: `3`, or `3/12` for a sub-category. Pure. */
import type { Assignable } from '../../../web/parts/assign-dialog.tsx';
import type { CategoryBranch, CategoryChoice } from '../../site-categories/contract.ts';
import type { UserCategory } from '../user-schemas.ts';

type Pair = Pick<UserCategory, 'category_id' | 'sub_category_id'>;

export function keyOf({ category_id, sub_category_id }: Pair): string {
  return sub_category_id === null ? `${category_id}` : `${category_id}/${sub_category_id}`;
}

export function pairOf(key: string): Pair {
  const [category_id, sub_category_id] = key.split('/').map(Number);
  return { category_id: category_id ?? 0, sub_category_id: sub_category_id ?? null };
}

export function leafOf(key: string): number {
  const { category_id, sub_category_id } = pairOf(key);
  return sub_category_id ?? category_id;
}

/** Returns names by key: "Art › Watercolour", from the tree, or else as read with the user. */
export function categoryNames(
  tree: readonly CategoryBranch[],
  known: readonly UserCategory[],
): ReadonlyMap<string, string> {
  const below = (category: string, sub: string | null) => (sub === null ? category : `${category} › ${sub}`);
  return new Map([
    ...known.map((one) => [keyOf(one), below(one.category_name, one.sub_category_name)] as const),
    ...tree.flatMap(({ id, category_name, sub_categories }) => [
      [`${id}`, category_name] as const,
      ...sub_categories.map((sub) => [`${id}/${sub.id}`, below(category_name, sub.category_name)] as const),
    ]),
  ]);
}

/** Returns the choices, and the key of each by id. Inactive categories, and those that the program lacks, only where chosen. */
export function categoryChoices(
  tree: readonly CategoryBranch[],
  ticked: readonly string[],
  known: readonly UserCategory[],
): { choices: Assignable[]; keys: ReadonlyMap<number, string> } {
  const keys = new Map<number, string>();
  const choiceOf = ({ id, category_name, status }: CategoryChoice, key: string): Assignable => {
    keys.set(id, key);
    return { id, name: category_name, note: status === 1 ? undefined : 'Inactive' };
  };
  const choices = tree
    .filter(({ id, status }) => status === 1 || ticked.some((key) => pairOf(key).category_id === id))
    .map((branch): Assignable => {
      const below = branch.sub_categories.filter(
        ({ id, status }) => status === 1 || ticked.includes(`${branch.id}/${id}`),
      );
      return {
        ...choiceOf(branch, `${branch.id}`),
        below: below.map((sub) => choiceOf(sub, `${branch.id}/${sub.id}`)),
      };
    });
  const names = categoryNames([], known);
  const elsewhere = ticked.filter((key) => keys.get(leafOf(key)) !== key);
  for (const key of elsewhere) keys.set(leafOf(key), key);
  const others = elsewhere.map((key) => ({
    id: leafOf(key),
    name: names.get(key) ?? `Category ${key}`,
    note: 'Category of another program',
  }));
  return { choices: [...choices, ...others], keys };
}
