import {
  IconBuilding,
  IconCategory,
  IconClockStop,
  IconLanguage,
  IconPencil,
  IconTicket,
  IconTrophy,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Actor, mayTouch } from '../../../core/access.ts';
import { useArchiving } from '../../../web/parts/archiving/use-archiving.tsx';
import { RowActions } from '../../../web/ui/table/row-actions.tsx';
import type { Event } from '../contract.ts';
import { isDrawn } from '../rules.ts';
import { eventArchives } from './calls.ts';
import { type EventDialog, eventDialogs } from './event-dialogs.ts';

type EventActionsProps = { actor: Actor; event: Event; onOpen: (dialog: EventDialog) => void };

export function EventActions({ actor, event, onOpen }: EventActionsProps) {
  const action = (dialog: EventDialog, label: string, icon: ReactNode) => ({
    label,
    icon,
    loud: label === 'Draw winner',
    kept: dialog === 'edit',
    isSection: dialog === 'tickets',
    onClick: () => onOpen(dialog),
  });
  const may = (dialog: 'draw' | 'end' | 'categories' | 'programs', label: string, icon: ReactNode) =>
    eventDialogs.may(actor, dialog, event) ? [action(dialog, label, icon)] : [];
  const archiving = useArchiving(eventArchives);
  if (!mayTouch(actor, event)) return null;
  return (
    <RowActions
      of={event.name}
      actions={archiving(event, [
        ...may(
          'draw',
          isDrawn(event) ? 'Result of the draw' : 'Draw winner',
          <IconTrophy size={16} aria-hidden />,
        ),
        ...may('end', 'End and draw…', <IconClockStop size={16} aria-hidden />),
        ...may('categories', 'Assign categories', <IconCategory size={16} aria-hidden />),
        ...may('programs', 'Assign programs', <IconBuilding size={16} aria-hidden />),
        action('tickets', 'Tickets', <IconTicket size={16} aria-hidden />),
        { ...action('translations', 'Translations', <IconLanguage size={16} aria-hidden />), key: 't' },
        action('edit', 'Edit', <IconPencil size={16} aria-hidden />),
      ])}
    />
  );
}
