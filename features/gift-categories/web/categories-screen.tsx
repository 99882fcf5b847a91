import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { mayTouch } from '../../../core/access.ts';
import { inProgramColumns } from '../../../web/parts/in-program-columns.tsx';
import { listAddress, useFilters } from '../../../web/parts/list-filters.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { useBulkSwitches } from '../../../web/parts/switching/use-bulk-switches.tsx';
import { useActor } from '../../../web/session.tsx';
import { useAddress } from '../../../web/ui/address.ts';
import { ArrangeButton } from '../../../web/ui/arrange-button.tsx';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import { actionsColumn } from '../../../web/ui/table/row-actions.tsx';
import { TreeTable } from '../../../web/ui/table/tree-table.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { useRowToggle } from '../../../web/ui/table/use-row-toggle.ts';
import { GIFT_CATEGORY_FILTERS, GIFT_CATEGORY_SORTS, PROGRAM_SORTS } from '../contract.ts';
import { type Category, calls, findCategory, reload } from './calls.ts';
import { CategoryActions } from './category-actions.tsx';
import { COLUMNS } from './category-columns.tsx';
import { type CategoryDialog, categoryDialogs } from './category-dialogs.ts';
import { CATEGORY_VERBS, type CategorySwitch, FEATURED_VERBS } from './category-verbs.tsx';

const categoriesAddress = {
  ...listAddress(GIFT_CATEGORY_FILTERS, GIFT_CATEGORY_SORTS),
  ...categoryDialogs.address,
};

const SORTS_OF_ALL = GIFT_CATEGORY_SORTS.filter((sort) => !PROGRAM_SORTS.includes(sort));

export function CategoriesScreen() {
  const actor = useActor();
  const address = useAddress(categoriesAddress);
  const { state, change } = address;
  const { name } = state;
  // A text may have been found in a subcategory, which must then be seen.
  const [opened, setOpened] = useState<Opened>({ all: false, but: [] });
  const filters = useFilters(GIFT_CATEGORY_FILTERS, {
    state,
    change: (changed) => {
      if ('name' in changed) setOpened({ all: opened.all, but: [] });
      change(changed);
    },
  });
  const { program_id } = filters.asked;
  const list = useList({
    address,
    filters: filters.cleared,
    query: (asked) => calls.giftCategories.queryOptions({ input: { ...asked, ...filters.asked } }),
    rows: 'categories',
    csv: (polled) => calls.giftCategoriesCsv.call({ ...polled, ...filters.asked }),
    // Of a program, a subcategory whose top it has not stands among them.
    noun: program_id > 0 ? ['category', 'categories'] : ['top-level category', 'top-level categories'],
    purpose: 'Categories sort the products of the store. Add one to begin.',
    nothingYet: 'No categories yet',
    sorts: program_id > 0 ? GIFT_CATEGORY_SORTS : SORTS_OF_ALL,
    order: { by: 'id', dest: 'asc' },
    adds: true,
  });
  const star = useRowToggle({
    async change(id: number) {
      const { featured } = await calls.toggleGiftCategoryFeatured.call({ id, program_id });
      await reload();
      return () => calls.toggleGiftCategoryFeatured.call({ id, program_id, featured: !featured });
    },
    reload,
  });
  const isOpen = ({ id }: Category) => (opened.all || name !== '') !== opened.but.includes(id);
  // Only what is seen can be ticked: a closed row keeps what is below it out of a tick of all.
  const seen = list.rows?.flatMap((row): Category[] => [row, ...(isOpen(row) ? row.subcategories : [])]);
  const rowOf = (id: number) => findCategory(list.rows ?? [], id);
  const bulk = useBulkSwitches<Category, CategorySwitch>({
    call: (input) =>
      calls.switchGiftCategories.call({ ...input, ...(input.field === 'featured' && { program_id }) }),
    reload,
    verbs: program_id > 0 ? [...CATEGORY_VERBS, ...FEATURED_VERBS] : CATEGORY_VERBS,
    rows: seen,
    noun: ['category', 'categories'],
    nameOf: ({ name: called }) => called,
    filters: filters.asked,
    may: (category) => mayTouch(actor, category),
  });
  const dialogs = categoryDialogs.useDialogs(address, rowOf, { program_id });
  const open = (which: CategoryDialog, category: Category) => {
    // So that what is added can be seen where it comes to stand.
    if (which === 'under' && !isOpen(category)) setOpened(toggled(opened, category.id));
    dialogs.open(which, category.id);
  };
  const inProgram = inProgramColumns<Category>({
    mayEdit: (category) => mayTouch(actor, category),
    star,
    onPlace: (category) => open('order', category),
  });
  const add = <CreateButton onClick={() => dialogs.open('add')}>Add category</CreateButton>;
  const openAll = (
    <Button size="sm" variant="default" onClick={() => setOpened({ all: !opened.all, but: [] })}>
      {opened.all ? 'Collapse all' : 'Expand all'}
    </Button>
  );

  return (
    <ListPage
      {...list.page}
      title="LiL Giveaways categories"
      actions={
        <Group gap="xs">
          {name === '' && openAll}
          {program_id > 0 && <ArrangeButton onClick={() => dialogs.open('arrange')} />}
          {add}
        </Group>
      }
      filters={filters.controls}
    >
      {bulk.bar}
      <TreeTable<Category>
        {...list.table}
        caption="LiL Giveaways categories"
        columns={[
          ...bulk.columns,
          ...COLUMNS,
          ...(program_id > 0 ? inProgram : []),
          actionsColumn<Category>((category) => (
            <CategoryActions actor={actor} category={category} onOpen={(which) => open(which, category)} />
          )),
        ]}
        rowName={(category) => category.name}
        childrenOf={({ subcategories = [] }) => subcategories}
        isOpen={isOpen}
        onToggle={({ id }) => setOpened(toggled(opened, id))}
        onEnter={(category) => mayTouch(actor, category) && open('edit', category)}
        first={add}
      />
      {dialogs.element}
    </ListPage>
  );
}

/** Open rows: all or none, except those listed. */
type Opened = { all: boolean; but: readonly number[] };

function toggled({ all, but }: Opened, id: number): Opened {
  return { all, but: but.includes(id) ? but.filter((other) => other !== id) : [...but, id] };
}
