import { Text } from '@mantine/core';
import { type Actor, mayTouch } from '../../../core/access.ts';
import type { Column } from '../../../web/ui/data-table.tsx';
import { GIFT_CATEGORY_SORTS } from '../contract.ts';
import type { Category } from './calls.ts';
import { CategoryActions, FeaturedStar, PlaceButton } from './category-actions.tsx';
import type { CategoryDialog } from './category-dialogs.ts';

type ColumnsOf = {
  actor: Actor;
  /** 0: no program is chosen, and nothing is featured or in an order. */
  program_id: number;
  /** A change of a row is on its way. */
  busy: boolean;
  /** The row whose last change failed. */
  failed: number | null;
  narrow: boolean;
  onOpen: (dialog: CategoryDialog, category: Category) => void;
  onFeature: (category: Category) => void;
};

/** The columns of section 2; all but the actions sort on the server. */
export function categoryColumns(given: ColumnsOf): Column<Category>[] {
  const { actor, program_id, busy, failed, narrow, onOpen, onFeature } = given;
  const inProgram: Column<Category>[] = [
    {
      key: 'featured',
      header: 'Featured',
      narrow: true,
      cell: (category) =>
        mayTouch(actor, category) ? (
          <FeaturedStar
            category={category}
            busy={busy}
            failed={failed === category.id}
            onToggle={() => onFeature(category)}
          />
        ) : category.featured ? (
          'Yes'
        ) : (
          'No'
        ),
    },
    {
      key: 'sort_order',
      header: 'Display order',
      numeric: true,
      narrow: true,
      cell: (category) =>
        mayTouch(actor, category) ? (
          <PlaceButton category={category} onOpen={() => onOpen('order', category)} />
        ) : (
          (category.sort_order ?? '–')
        ),
    },
  ];
  const actions: Column<Category> = {
    key: 'actions',
    header: 'Actions',
    hiddenHeader: true,
    numeric: true,
    pinned: !narrow,
    cell: (category) => (
      <CategoryActions actor={actor} category={category} onOpen={(dialog) => onOpen(dialog, category)} />
    ),
  };
  const middle = [ACTIVE, ...(program_id > 0 ? inProgram : [])];
  // On a phone the actions stand beside the name: the end of the table is far away there.
  const columns = narrow ? [ID, NAME, actions, ...middle] : [ID, NAME, ...middle, actions];
  return columns.map((column) => ({
    ...column,
    sortable: GIFT_CATEGORY_SORTS.some((sort) => sort === column.key),
  }));
}

const ID: Column<Category> = { key: 'id', header: 'ID', numeric: true, narrow: true, cell: ({ id }) => id };

const NAME: Column<Category> = {
  key: 'name',
  header: 'Name',
  rowHeader: true,
  cell: ({ name, subcategories = [] }) => (
    <>
      <span>{name}</span>
      {subcategories.length > 0 && (
        <Text component="span" display="inline-block" size="xs" c="dimmed" ml={6}>
          {subcategories.length} below
        </Text>
      )}
    </>
  ),
};

const ACTIVE: Column<Category> = {
  key: 'active',
  header: 'Active',
  narrow: true,
  cell: ({ active }) => (active ? 'On' : 'Off'),
};
