import { IconArrowsSort, IconPlus } from '@tabler/icons-react';
import { type Actor, mayTouch } from '../../../core/access.ts';
import { dialogActions } from '../../../web/parts/dialog-actions.tsx';
import { RowActions } from '../../../web/ui/table/row-actions.tsx';
import type { Category } from './calls.ts';
import { type CategoryDialog, categoryDialogs } from './category-dialogs.ts';

type CategoryActionsProps = { actor: Actor; category: Category; onOpen: (dialog: CategoryDialog) => void };

export function CategoryActions({ actor, category, onOpen }: CategoryActionsProps) {
  if (!mayTouch(actor, category)) return null;
  const may = (dialog: CategoryDialog) => categoryDialogs.may(actor, dialog, category);
  const under = {
    label: 'Add subcategory',
    icon: <IconPlus size={16} aria-hidden />,
    onClick: () => onOpen('under'),
  };
  const arrange = {
    label: 'Arrange subcategories',
    icon: <IconArrowsSort size={16} aria-hidden />,
    onClick: () => onOpen('arrange_under'),
  };
  return (
    <RowActions
      of={category.name}
      actions={[
        ...(may('under') ? [under] : []),
        ...(hasOrderBelow(category) ? [arrange] : []),
        ...dialogActions(
          [...(may('programs') ? (['programs'] as const) : []), 'translations', 'edit'],
          onOpen,
        ),
      ]}
    />
  );
}

/** Returns true where a program is chosen and there is more than one subcategory to arrange. */
function hasOrderBelow({ sort_order, subcategories = [] }: Category): boolean {
  return sort_order !== null && subcategories.length > 1;
}
