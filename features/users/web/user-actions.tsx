import { IconBooks, IconCoins, IconListDetails, IconLogin, IconPencil, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Actor } from '../../../core/access.ts';
import { COIN } from '../../../core/coins.ts';
import { RowActions } from '../../../web/ui/table/row-actions.tsx';
import { nameOf, type Person } from './calls.ts';
import { type UserDialog, userDialogs } from './user-dialogs.ts';

type UserActionsProps = { actor: Actor; user: Person; onOpen: (dialog: UserDialog) => void };

export function UserActions({ actor, user, onOpen }: UserActionsProps) {
  const may = (dialog: UserDialog, label: string, icon: ReactNode) =>
    userDialogs.may(actor, dialog, user)
      ? [
          {
            label,
            icon,
            kept: dialog === 'edit',
            isSection: dialog === 'entries',
            onClick: () => onOpen(dialog),
          },
        ]
      : [];
  return (
    <RowActions
      of={nameOf(user)}
      actions={[
        ...may('lilt', `Add ${COIN} coins`, <IconCoins size={16} aria-hidden />),
        ...may('entries', `${COIN} entries`, <IconListDetails size={16} aria-hidden />),
        ...may('login', 'Log in as user', <IconLogin size={16} aria-hidden />),
        ...may('sites', 'Site programs', <IconWorld size={16} aria-hidden />),
        ...may('programs', 'Class programs', <IconBooks size={16} aria-hidden />),
        ...may('edit', 'Edit', <IconPencil size={16} aria-hidden />),
      ]}
    />
  );
}
