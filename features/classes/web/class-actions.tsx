import {
  IconBuilding,
  IconLanguage,
  IconMessages,
  IconPackage,
  IconPencil,
  IconTags,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Actor } from '../../../core/access.ts';
import { RowActions } from '../../../web/ui/table/row-actions.tsx';
import type { ListedClass } from '../contract.ts';
import { nameOf } from './calls.ts';
import { type ClassDialog, classDialogs } from './class-dialogs.ts';
import { useReport } from './use-report.tsx';

type ClassActionsProps = { actor: Actor; row: ListedClass; onOpen: (dialog: ClassDialog) => void };

export function ClassActions({ actor, row, onOpen }: ClassActionsProps) {
  const may = (dialog: ClassDialog, label: string, icon: ReactNode) =>
    classDialogs.may(actor, dialog, row)
      ? [
          {
            label,
            icon,
            kept: dialog === 'edit',
            isSection: dialog === 'users' || dialog === 'comments',
            onClick: () => onOpen(dialog),
          },
        ]
      : [];
  const isOwn = classDialogs.may(actor, 'edit', row);
  const report = useReport(row);
  const translations = {
    label: 'Translations',
    icon: <IconLanguage size={16} aria-hidden />,
    to: `/class-translations/${row.id}`,
    key: 't',
  };
  const bundle = {
    label: 'Bundle editor',
    icon: <IconPackage size={16} aria-hidden />,
    to: `/bundle-classes/${row.id}`,
  };
  return (
    <RowActions
      of={nameOf(row)}
      actions={[
        ...(row.is_bundle && isOwn ? [bundle] : []),
        ...may('programs', 'Assign programs', <IconBuilding size={16} aria-hidden />),
        ...may('comments', 'Comments', <IconMessages size={16} aria-hidden />),
        ...may('users', 'Users', <IconUsers size={16} aria-hidden />),
        ...(isOwn ? [report] : []),
        ...may('tags', 'Assign tags', <IconTags size={16} aria-hidden />),
        ...(isOwn ? [translations] : []),
        ...may('edit', 'Edit', <IconPencil size={16} aria-hidden />),
      ]}
    />
  );
}
