import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { isGlobal, mayTouch } from '../../../core/access.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect } from '../../../web/parts/program-select.tsx';
import { useActor } from '../../../web/session.tsx';
import { addressChoice, addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { TextFilter } from '../../../web/ui/text-filter.tsx';
import { TreeTable } from '../../../web/ui/tree-table.tsx';
import { useListQuery } from '../../../web/ui/use-list-query.ts';
import { GIFT_CATEGORY_SORTS, PROGRAM_SORTS } from '../contract.ts';
import { type Category, calls, findCategory } from './calls.ts';
import { categoryColumns } from './category-columns.tsx';
import { type CategoryDialog, categoryDialogs } from './category-dialogs.ts';
import { useFeatured } from './use-featured.ts';

const categoriesAddress = {
  page: addressPage,
  name: addressText,
  program_id: addressId,
  sort_by: addressChoice(GIFT_CATEGORY_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...categoryDialogs.address,
};

/** LiL Giveaways categories (specification: LiL Giveaways categories). */
export function CategoriesScreen() {
  const actor = useActor();
  const address = useAddress(categoriesAddress);
  const { state, change } = address;
  const narrow = useMediaQuery('(max-width: 48em)') ?? false;
  const { page, name, sort_dest } = state;
  const program_id = isGlobal(actor) ? state.program_id : actor.program_id;
  const sort_by = sortWithin(program_id, state.sort_by);
  const query = useListQuery(
    calls.giftCategories.queryOptions({
      input: { page, name, program_id, sort_by, sort_dest },
    }),
  );
  const categories = query.data?.categories ?? [];
  const { busy, failed, toggle } = useFeatured(program_id);
  // A text may have been found in a subcategory, which must then be seen.
  const [opened, setOpened] = useState<Opened>({ all: false, but: [] });
  const isOpen = ({ id }: Category) => (opened.all || name !== '') !== opened.but.includes(id);
  const rowOf = (id: number) => findCategory(categories, id);
  const dialogs = categoryDialogs.useDialogs(address, rowOf, { program_id });
  const open = (which: CategoryDialog, category: Category) => {
    // So that what is added can be seen where it comes to stand.
    if (which === 'under' && !isOpen(category)) setOpened(toggled(opened, category.id));
    dialogs.open(which, category.id);
  };
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialogs.open('add')}>
      Add category
    </Button>
  );
  const openAll = (
    <Button size="sm" variant="default" onClick={() => setOpened({ all: !opened.all, but: [] })}>
      {opened.all ? 'Collapse all' : 'Expand all'}
    </Button>
  );

  return (
    <ListPage
      title="LiL Giveaways categories"
      actions={
        <Group gap="xs">
          {name === '' && openAll}
          {add}
        </Group>
      }
      page={page}
      answer={query}
      noun="top-level categories"
      filters={
        <>
          <ProgramSelect
            zero="All"
            value={state.program_id}
            onChange={(chosen) => change({ program_id: chosen, sort_by: sortWithin(chosen, state.sort_by) })}
          />
          <TextFilter
            label="Category name or ID"
            value={name}
            onChange={(typed) => {
              setOpened({ all: opened.all, but: [] });
              change({ name: typed });
            }}
          />
        </>
      }
    >
      <TreeTable<Category>
        caption="LiL Giveaways categories"
        columns={categoryColumns({
          actor,
          program_id,
          busy,
          failed,
          narrow,
          onOpen: open,
          onFeature: (category) => void toggle(category),
        })}
        rows={query.data?.categories}
        rowKey={({ id }) => id}
        rowName={(category) => category.name}
        childrenOf={({ subcategories = [] }) => subcategories}
        isOpen={isOpen}
        onToggle={({ id }) => setOpened(toggled(opened, id))}
        onEnter={(category) => mayTouch(actor, category) && open('edit', category)}
        query={query}
        pageSize={PAGE_SIZE}
        sort={{ by: sort_by, dest: sort_dest }}
        onSort={(by, dest) =>
          change({ sort_by: GIFT_CATEGORY_SORTS.find((sort) => sort === by), sort_dest: dest })
        }
        nothingYet={page > 1 ? 'No categories on this page' : 'No categories yet'}
        first={page === 1 && add}
        filtered={name !== '' || state.program_id > 0}
        onClearFilters={() => change({ name: '', program_id: 0, sort_by: sortWithin(0, state.sort_by) })}
      />
      {dialogs.element}
    </ListPage>
  );
}

/** Whether rows stand open, and those that do not do as the rest. */
type Opened = { all: boolean; but: readonly number[] };

function toggled({ all, but }: Opened, id: number): Opened {
  return { all, but: but.includes(id) ? but.filter((other) => other !== id) : [...but, id] };
}

/** Featured and display order are of a program; without one the list is not sorted by them. */
function sortWithin(program_id: number, sort_by: (typeof GIFT_CATEGORY_SORTS)[number] | undefined) {
  return program_id === 0 && sort_by && PROGRAM_SORTS.includes(sort_by) ? undefined : sort_by;
}
