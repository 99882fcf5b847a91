import {
  IconBuilding,
  IconLanguage,
  IconMessages,
  IconPackage,
  IconPencil,
  IconReport,
  IconTags,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Actor } from '../../../core/access.ts';
import { apiOf } from '../../../web/api.ts';
import { RowActions } from '../../../web/ui/row-actions.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import { useOnce } from '../../../web/ui/use-once.ts';
import { classReportContract } from '../../class-report/contract.ts';
import type { ListedClass } from '../contract.ts';
import { nameOf } from './calls.ts';
import { type ClassDialog, classDialogs } from './class-dialogs.ts';

const api = apiOf({ classReport: classReportContract });

type ClassActionsProps = { actor: Actor; row: ListedClass; onOpen: (dialog: ClassDialog) => void };

/** What the person may do with a class; nothing else is in the page (section 6). */
export function ClassActions({ actor, row, onOpen }: ClassActionsProps) {
  const may = (dialog: ClassDialog, label: string, icon: ReactNode) =>
    classDialogs.may(actor, dialog, row)
      ? [{ label, icon, kept: dialog === 'edit', onClick: () => onOpen(dialog) }]
      : [];
  const isOwn = classDialogs.may(actor, 'edit', row);
  const { once } = useOnce();
  const report = {
    label: 'Report',
    icon: <IconReport size={16} aria-hidden />,
    onClick: () =>
      void once(
        async () => {
          await api.classReport.classReport.call({ id: row.id });
          toast('Report has been created and has been sent to your email');
        },
        () => toast('Download error. Try again later', { kind: 'error' }),
      ),
  };
  const translations = {
    label: 'Translations',
    icon: <IconLanguage size={16} aria-hidden />,
    to: `/class-translations/${row.id}`,
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
