import { IconPlus } from '@tabler/icons-react';
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
  return (
    <RowActions
      of={category.name}
      actions={[
        ...(may('under') ? [under] : []),
        ...dialogActions(
          [...(may('programs') ? (['programs'] as const) : []), 'translations', 'edit'],
          onOpen,
        ),
      ]}
    />
  );
}
