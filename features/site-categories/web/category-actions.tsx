import { IconArrowsSort, IconBuilding, IconInfoCircle, IconPencil, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Actor, mayTouch } from '../../../core/access.ts';
import { RowActions } from '../../../web/ui/table/row-actions.tsx';
import type { Category } from './calls.ts';
import { type CategoryDialog, categoryDialogs } from './category-dialogs.ts';

type CategoryActionsProps = { actor: Actor; category: Category; onOpen: (dialog: CategoryDialog) => void };

export function CategoryActions({ actor, category, onOpen }: CategoryActionsProps) {
  const opening = openingOf(actor, category);
  const action = (dialog: CategoryDialog, label: string, icon: ReactNode) =>
    dialog === opening || categoryDialogs.may(actor, dialog, category)
      ? [{ label, icon, kept: dialog === opening, onClick: () => onOpen(dialog) }]
      : [];
  if (opening === null) return null;
  return (
    <RowActions
      of={category.category_name}
      actions={[
        ...action('under', 'Add subcategory', <IconPlus size={16} aria-hidden />),
        ...(hasOrderBelow(category)
          ? action('arrange_under', 'Arrange subcategories', <IconArrowsSort size={16} aria-hidden />)
          : []),
        ...action('programs', 'Assign programs', <IconBuilding size={16} aria-hidden />),
        ...(opening === 'edit'
          ? action('edit', 'Edit', <IconPencil size={16} aria-hidden />)
          : action('details', 'Details', <IconInfoCircle size={16} aria-hidden />)),
      ]}
    />
  );
}

/** Returns the dialog that Enter opens: the editor for superadmins, details for staff of its program. */
export function openingOf(actor: Actor, category: Category): 'edit' | 'details' | null {
  if (categoryDialogs.may(actor, 'edit', category)) return 'edit';
  return mayTouch(actor, category) ? 'details' : null;
}

/** Returns true where a program is chosen and there is more than one subcategory to arrange. */
function hasOrderBelow({ display_order, sub_categories = [] }: Category): boolean {
  return display_order !== null && sub_categories.length > 1;
}
