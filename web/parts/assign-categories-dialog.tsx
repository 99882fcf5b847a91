import { AssignDialog } from './assign-dialog.tsx';

type Categories = { categories: number[]; updated_at?: string };
type Category = { id: number; name: string };

export type CategoryBranch = Category & { subcategories: readonly Category[] };

type AssignCategoriesDialogProps = {
  of: string;
  readTree: () => Promise<readonly CategoryBranch[]>;
  read: () => Promise<Categories>;
  save: (assigned: Categories) => Promise<unknown>;
  onClose: () => void;
};

/** Assigns categories; a category and its sub-categories are chosen independently. */
export function AssignCategoriesDialog({ of, readTree, read, save, onClose }: AssignCategoriesDialogProps) {
  const readAll = async () => {
    const [{ categories, updated_at }, tree] = await Promise.all([read(), readTree()]);
    const choices = tree.map(({ id, name, subcategories }) => ({ id, name, below: subcategories }));
    return { ids: categories, updated_at, choices };
  };
  return (
    <AssignDialog
      title="Categories"
      of={of}
      nouns={['category', 'categories']}
      read={readAll}
      save={({ ids, updated_at }) => save({ categories: ids, updated_at })}
      onClose={onClose}
    />
  );
}
