import { ActionIcon, Button, Group } from '@mantine/core';
import {
  IconBuilding,
  IconLanguage,
  IconPencil,
  IconPlus,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Actor, mayTouch } from '../../../core/access.ts';
import type { Category } from './calls.ts';
import { type CategoryDialog, categoryDialogs } from './category-dialogs.ts';

type CategoryActionsProps = { actor: Actor; category: Category; onOpen: (dialog: CategoryDialog) => void };

/** What the person may do with a row; nothing else is in the page. */
export function CategoryActions({ actor, category, onOpen }: CategoryActionsProps) {
  const action = (dialog: CategoryDialog, title: string, icon: ReactNode) => (
    <ActionIcon
      variant="subtle"
      aria-label={`${title}: ${category.name}`}
      title={title}
      onClick={() => onOpen(dialog)}
    >
      {icon}
    </ActionIcon>
  );
  if (!mayTouch(actor, category)) return null;
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {categoryDialogs.may(actor, 'under', category) &&
        action('under', 'Add subcategory', <IconPlus size={16} aria-hidden />)}
      {categoryDialogs.may(actor, 'programs', category) &&
        action('programs', 'Assign programs', <IconBuilding size={16} aria-hidden />)}
      {action('translations', 'Translations', <IconLanguage size={16} aria-hidden />)}
      {action('edit', 'Edit', <IconPencil size={16} aria-hidden />)}
    </Group>
  );
}

type FeaturedStarProps = { category: Category; busy: boolean; failed: boolean; onToggle: () => void };

/** A change that fails says nothing but leaves its mark on the star (section 8). */
export function FeaturedStar({ category, busy, failed, onToggle }: FeaturedStarProps) {
  const { featured, name } = category;
  const state = featured ? 'Featured' : 'Not featured';
  return (
    <ActionIcon
      variant={failed ? 'outline' : 'subtle'}
      color={failed ? 'red' : featured ? undefined : 'gray'}
      aria-label={`Featured: ${name}${failed ? ', not saved' : ''}`}
      aria-pressed={featured}
      // Not `disabled`: the focus would be lost while the change is on its way.
      aria-disabled={busy}
      title={failed ? `Not saved. ${state}` : state}
      onClick={onToggle}
    >
      {featured ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
    </ActionIcon>
  );
}

export function PlaceButton({ category, onOpen }: { category: Category; onOpen: () => void }) {
  const { sort_order, name } = category;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`Display order ${sort_order ?? 'none'}: ${name}`}
      title="Set the display order"
      onClick={onOpen}
    >
      {sort_order ?? '–'}
    </Button>
  );
}
