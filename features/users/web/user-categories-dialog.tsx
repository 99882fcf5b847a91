import { useRef } from 'react';
import { apiOf } from '../../../web/api.ts';
import { AssignDialog } from '../../../web/parts/assign-dialog.tsx';
import { siteCategoriesContract } from '../../site-categories/contract.ts';
import type { UserCategory } from '../user-schemas.ts';
import { categoryChoices, leafOf } from './user-categories.ts';

const api = apiOf({ siteCategories: siteCategoriesContract });

type UserCategoriesDialogProps = {
  /** The home program, whose categories are offered; 0 for none. */
  program_id: number;
  /** As they were read with the user. */
  known: readonly UserCategory[];
  value: readonly string[];
  onSet: (categories: string[]) => void;
  onClose: () => void;
};

/** Ticks for the form beneath, which saves them (specification: Site users). */
export function UserCategoriesDialog({
  program_id,
  known,
  value,
  onSet,
  onClose,
}: UserCategoriesDialogProps) {
  /** The ticks are ids; the form has each with what it stands below. */
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
