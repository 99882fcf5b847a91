import { IconBuilding, IconLanguage, IconPencil, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Actor, mayTouch } from '../../../core/access.ts';
import { RowActions } from '../../../web/ui/table/row-actions.tsx';
import type { Category } from './calls.ts';
import { type CategoryDialog, categoryDialogs } from './category-dialogs.ts';

type CategoryActionsProps = { actor: Actor; category: Category; onOpen: (dialog: CategoryDialog) => void };

export function CategoryActions({ actor, category, onOpen }: CategoryActionsProps) {
  if (!mayTouch(actor, category)) return null;
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
        ...(categoryDialogs.may(actor, 'under', category)
          ? [action('under', 'Add subcategory', <IconPlus size={16} aria-hidden />)]
          : []),
        ...(categoryDialogs.may(actor, 'programs', category)
          ? [action('programs', 'Assign programs', <IconBuilding size={16} aria-hidden />)]
          : []),
        action('translations', 'Translations', <IconLanguage size={16} aria-hidden />),
        action('edit', 'Edit', <IconPencil size={16} aria-hidden />),
      ]}
    />
  );
}
