import { ActionIcon, Button, Group } from '@mantine/core';
import {
  IconBuilding,
  IconCategory,
  IconLanguage,
  IconPencil,
  IconStar,
  IconStarFilled,
  IconTrophy,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Actor, mayTouch } from '../../../core/access.ts';
import { unavailable } from '../../../web/ui/unavailable.ts';
import type { Event } from '../contract.ts';
import { isDrawn } from '../rules.ts';
import { type EventDialog, eventDialogs } from './event-dialogs.ts';

type EventActionsProps = { actor: Actor; event: Event; onOpen: (dialog: EventDialog) => void };

/** What the person may do with a row; nothing else is in the page (section 6). */
export function EventActions({ actor, event, onOpen }: EventActionsProps) {
  const action = (dialog: EventDialog, title: string, icon: ReactNode, loud = false) => (
    <ActionIcon
      variant={loud ? 'filled' : 'subtle'}
      aria-label={`${title}: ${event.name}`}
      title={title}
      onClick={() => onOpen(dialog)}
    >
      {icon}
    </ActionIcon>
  );
  if (!mayTouch(actor, event)) return null;
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {eventDialogs.may(actor, 'draw', event) &&
        (isDrawn(event)
          ? action('draw', 'Result of the draw', <IconTrophy size={16} aria-hidden />)
          : action('draw', 'Draw winner', <IconTrophy size={16} aria-hidden />, true))}
      {eventDialogs.may(actor, 'categories', event) &&
        action('categories', 'Assign categories', <IconCategory size={16} aria-hidden />)}
      {eventDialogs.may(actor, 'programs', event) &&
        action('programs', 'Assign programs', <IconBuilding size={16} aria-hidden />)}
      {action('translations', 'Translations', <IconLanguage size={16} aria-hidden />)}
      {action('edit', 'Edit', <IconPencil size={16} aria-hidden />)}
    </Group>
  );
}

type InProgramProps = { event: Event; busy: boolean };

export function FeaturedStar({ event, busy, onToggle }: InProgramProps & { onToggle: () => void }) {
  const { featured, name } = event;
  return (
    <ActionIcon
      variant="subtle"
      color={featured ? undefined : 'gray'}
      aria-label={`Featured: ${name}`}
      aria-pressed={featured}
      // Not `disabled`: the focus would be lost while the change is on its way.
      aria-disabled={busy}
      title={featured ? 'Featured' : 'Not featured'}
      onClick={onToggle}
    >
      {featured ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
    </ActionIcon>
  );
}

export function PlaceButton({ event, busy, onOpen }: InProgramProps & { onOpen: () => void }) {
  const { sort_order, name } = event;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      {...unavailable(busy)}
      aria-label={`Display order ${sort_order ?? 'none'}: ${name}`}
      title="Set the display order"
      onClick={() => !busy && onOpen()}
    >
      {sort_order ?? '–'}
    </Button>
  );
}
