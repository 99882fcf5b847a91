import { IconBuilding, IconLanguage, IconPencil, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Actor } from '../../../core/access.ts';
import { RowActions } from '../../../web/ui/row-actions.tsx';
import type { CategoryDialog } from './categories-address.ts';
import type { Category } from './category-calls.ts';
import { mayAssign, mayEdit } from './category-permissions.ts';

type CategoryActionsProps = { actor: Actor; category: Category; onOpen: (dialog: CategoryDialog) => void };

/** What the person may do with a row; nothing else is in the page. */
export function CategoryActions({ actor, category, onOpen }: CategoryActionsProps) {
  if (!mayEdit(actor, category)) return null;
  const action = (dialog: CategoryDialog, label: string, icon: ReactNode) => ({
    label,
    icon,
    kept: dialog === 'edit',
    onClick: () => onOpen(dialog),
  });
  return (
    <RowActions
      of={category.name}
      actions={[
        ...(category.parent_id === null
          ? [action('under', 'Add subcategory', <IconPlus size={16} aria-hidden />)]
          : []),
        ...(mayAssign(actor)
          ? [action('programs', 'Assign programs', <IconBuilding size={16} aria-hidden />)]
          : []),
        action('translations', 'Translations', <IconLanguage size={16} aria-hidden />),
        action('edit', 'Edit', <IconPencil size={16} aria-hidden />),
      ]}
    />
  );
}
