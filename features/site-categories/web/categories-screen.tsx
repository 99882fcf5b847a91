import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { mayTouch } from '../../../core/access.ts';
import { displayOrderColumn } from '../../../web/parts/in-program-columns.tsx';
import { listAddress, useFilters } from '../../../web/parts/list-filters.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { statusVerbs } from '../../../web/parts/switching/status-verbs.tsx';
import { useBulkSwitches } from '../../../web/parts/switching/use-bulk-switches.tsx';
import { useActor, useMayAccess } from '../../../web/session.tsx';
import { useAddress } from '../../../web/ui/address.ts';
import { ArrangeButton } from '../../../web/ui/arrange-button.tsx';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import { actionsColumn } from '../../../web/ui/table/row-actions.tsx';
import { TreeTable } from '../../../web/ui/table/tree-table.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import {
  PROGRAM_SORTS,
  SITE_CATEGORY_FILTERS,
  SITE_CATEGORY_SORTS,
  siteCategoriesContract,
} from '../contract.ts';
import { type Category, calls, findCategory, reload } from './calls.ts';
import { CategoryActions, openingOf } from './category-actions.tsx';
import { COLUMNS } from './category-columns.tsx';
import { type CategoryDialog, categoryDialogs } from './category-dialogs.ts';

const CATEGORY_VERBS = statusVerbs<Category>();

const categoriesAddress = {
  ...listAddress(SITE_CATEGORY_FILTERS, SITE_CATEGORY_SORTS),
  ...categoryDialogs.address,
};

/** Display order exists only within a program. */
const SORTS_OF_ALL = SITE_CATEGORY_SORTS.filter((sort) => !PROGRAM_SORTS.includes(sort));

export function CategoriesScreen() {
  const actor = useActor();
  const mayAdd = useMayAccess(siteCategoriesContract.createSiteCategory['~orpc'].meta.access);
  const address = useAddress(categoriesAddress);
  const { state, change } = address;
  const { name } = state;
  const [opened, setOpened] = useState<Opened>({ all: false, but: [] });
  const filters = useFilters(SITE_CATEGORY_FILTERS, {
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
    query: (asked) => calls.siteCategories.queryOptions({ input: { ...asked, ...filters.asked } }),
    rows: 'categories',
    csv: (polled) => calls.siteCategoriesCsv.call({ ...polled, ...filters.asked }),
    // Of a program, a subcategory whose top it has not stands among them.
    noun: program_id > 0 ? ['category', 'categories'] : ['top-level category', 'top-level categories'],
    purpose: 'Categories sort classes and users on your sites. Add one to begin.',
    nothingYet: 'No categories yet',
    sorts: program_id > 0 ? SITE_CATEGORY_SORTS : SORTS_OF_ALL,
    order: { by: 'id', dest: 'asc' },
    adds: true,
  });
  const isOpen = ({ id }: Category) => (opened.all || name !== '') !== opened.but.includes(id);
  // Only what is seen can be ticked: a closed row keeps what is below it out of a tick of all.
  const seen = list.rows?.flatMap((row): Category[] => [row, ...(isOpen(row) ? row.sub_categories : [])]);
  const rowOf = (id: number) => findCategory(list.rows ?? [], id);
  const bulk = useBulkSwitches<Category, 'status'>({
    call: calls.switchSiteCategories.call,
    reload,
    verbs: CATEGORY_VERBS,
    rows: seen,
    noun: ['category', 'categories'],
    nameOf: ({ category_name }) => category_name,
    filters: filters.asked,
    may: (category) => category.del_flag === 0 && categoryDialogs.may(actor, 'edit', category),
  });
  const dialogs = categoryDialogs.useDialogs(address, rowOf, { program_id });
  const open = (which: CategoryDialog, category: Category) => {
    // So that what is added can be seen where it comes to stand.
    if (which === 'under' && !isOpen(category)) setOpened(toggled(opened, category.id));
    dialogs.open(which, category.id);
  };
  const order = displayOrderColumn<Category>({
    key: 'display_order',
    placeOf: ({ display_order }) => display_order,
    nameOf: ({ category_name }) => category_name,
    mayEdit: (category) => mayTouch(actor, category),
    onPlace: (category) => open('order', category),
  });
  const add = mayAdd && <CreateButton onClick={() => dialogs.open('add')}>Add category</CreateButton>;
  const openAll = (
    <Button size="sm" variant="default" onClick={() => setOpened({ all: !opened.all, but: [] })}>
      {opened.all ? 'Collapse all' : 'Expand all'}
    </Button>
  );

  return (
    <ListPage
      {...list.page}
      title="Site categories"
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
        caption="Site categories"
        columns={[
          ...bulk.columns,
          ...COLUMNS,
          ...(program_id > 0 ? [order] : []),
          actionsColumn<Category>((category) => (
            <CategoryActions actor={actor} category={category} onOpen={(which) => open(which, category)} />
          )),
        ]}
        rowName={(category) => category.category_name}
        childrenOf={({ sub_categories = [] }) => sub_categories}
        isOpen={isOpen}
        onToggle={({ id }) => setOpened(toggled(opened, id))}
        onEnter={(category) => {
          const which = openingOf(actor, category);
          if (which) open(which, category);
        }}
        first={add || undefined}
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
