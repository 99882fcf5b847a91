import { useRef } from 'react';
import { apiOf } from '../../../web/api.ts';
import { AssignDialog } from '../../../web/parts/assign-dialog.tsx';
import { siteCategoriesContract } from '../../site-categories/contract.ts';
import type { UserCategory } from '../user-schemas.ts';
import { categoryChoices, leafOf } from './user-categories.ts';

const api = apiOf({ siteCategories: siteCategoriesContract });

type UserCategoriesDialogProps = {
  program_id: number;
  known: readonly UserCategory[];
  value: readonly string[];
  onSet: (categories: string[]) => void;
  onClose: () => void;
};

export function UserCategoriesDialog({
  program_id,
  known,
  value,
  onSet,
  onClose,
}: UserCategoriesDialogProps) {
  /** Keys by id: the dialog works with ids, the form with keys that include the parent. */
  const keys = useRef<ReadonlyMap<number, string>>(new Map());
  const read = async () => {
    const { categories } = await api.siteCategories.categories.call({ program_id });
    const offered = categoryChoices(categories, value, known);
    keys.current = offered.keys;
    return { ids: value.map(leafOf), choices: offered.choices };
  };
  return (
    <AssignDialog
      title="Assign to categories"
      nouns={['category', 'categories']}
      read={read}
      save={async ({ ids }) => onSet(ids.flatMap((id) => keys.current.get(id) ?? []).sort())}
      saveLabel="Set"
      savedText={null}
      onClose={onClose}
    />
  );
}
