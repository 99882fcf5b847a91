import { IconBuilding, IconCategory, IconLanguage, IconPencil, IconTrophy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Actor } from '../../../core/access.ts';
import { RowActions } from '../../../web/ui/row-actions.tsx';
import type { Event } from '../contract.ts';
import { mayAssignCategories, mayAssignPrograms, mayDraw, mayEdit } from './event-permissions.ts';
import type { EventDialog } from './events-address.ts';

type EventActionsProps = { actor: Actor; event: Event; onOpen: (dialog: EventDialog) => void };

/** What the person may do with a row; nothing else is in the page (section 6). */
export function EventActions({ actor, event, onOpen }: EventActionsProps) {
  const action = (may: boolean, dialog: EventDialog, label: string, icon: ReactNode) =>
    may
      ? [{ label, icon, loud: dialog === 'draw', kept: dialog === 'edit', onClick: () => onOpen(dialog) }]
      : [];
  if (!mayEdit(actor, event)) return null;
  return (
    <RowActions
      of={event.name}
      actions={[
        ...action(mayDraw(actor, event), 'draw', 'Draw winner', <IconTrophy size={16} aria-hidden />),
        ...action(
          mayAssignCategories(actor, event),
          'categories',
          'Assign categories',
          <IconCategory size={16} aria-hidden />,
        ),
        ...action(
          mayAssignPrograms(actor, event),
          'programs',
          'Assign programs',
          <IconBuilding size={16} aria-hidden />,
        ),
        ...action(true, 'translations', 'Translations', <IconLanguage size={16} aria-hidden />),
        ...action(true, 'edit', 'Edit', <IconPencil size={16} aria-hidden />),
      ]}
    />
  );
}
