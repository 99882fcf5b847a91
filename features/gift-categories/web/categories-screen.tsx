import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { inProgramColumns } from '../../../web/parts/in-program-columns.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { useActor } from '../../../web/session.tsx';
import { useAddress } from '../../../web/ui/address.ts';
import { actionsColumn } from '../../../web/ui/row-actions.tsx';
import { TextFilter } from '../../../web/ui/text-filter.tsx';
import { TreeTable } from '../../../web/ui/tree-table.tsx';
import { useList } from '../../../web/ui/use-list.ts';
import { useRowToggle } from '../../../web/ui/use-row-toggle.ts';
import { GIFT_CATEGORY_SORTS, PROGRAM_SORTS } from '../contract.ts';
import { CATEGORY_DIALOGS, type CategoryDialog, categoriesAddress, NO_DIALOG } from './categories-address.ts';
import { CategoryActions } from './category-actions.tsx';
import { type Category, calls, findCategory, reloadCategories } from './category-calls.ts';
import { COLUMNS } from './category-columns.tsx';
import { mayEdit } from './category-permissions.ts';

const EditDialog = lazy(() =>
  import('./edit-category-dialog.tsx').then((m) => ({ default: m.EditCategoryDialog })),
);
const CategoryDialogs = lazy(() =>
  import('./category-dialogs.tsx').then((m) => ({ default: m.CategoryDialogs })),
);

/** Featured and display order are of a program. */
const SORTS_OF_ALL = GIFT_CATEGORY_SORTS.filter((sort) => !PROGRAM_SORTS.includes(sort));

/** LiL Giveaways categories (specification: LiL Giveaways categories). */
export function CategoriesScreen() {
  const actor = useActor();
  const address = useAddress(categoriesAddress);
  const { state, change, openDialog, closeDialog } = address;
  const { name } = state;
  const program_id = useProgramFilter(state.program_id);
  const list = useList({
    address,
    filters: { name: '', program_id: 0 },
    query: (asked) => calls.giftCategories.queryOptions({ input: { ...asked, program_id } }),
    rows: 'categories',
    noun: ['top-level category', 'top-level categories'],
    nothingYet: 'No categories yet',
    sorts: program_id > 0 ? GIFT_CATEGORY_SORTS : SORTS_OF_ALL,
    order: { by: 'id', dest: 'asc' },
  });
  const star = useRowToggle(async (id: number) => {
    await calls.toggleGiftCategoryFeatured.call({ id, program_id });
    await reloadCategories();
  });
  // A text may have been found in a subcategory, which must then be seen.
  const [opened, setOpened] = useState<Opened>({ all: false, but: [] });
  const isOpen = ({ id }: Category) => (opened.all || name !== '') !== opened.but.includes(id);
  const dialog = CATEGORY_DIALOGS.find((one) => state[one] > 0);
  const open = (which: CategoryDialog, category: Category) => {
    // So that what is added can be seen where it comes to stand.
    if (which === 'under' && !isOpen(category)) setOpened(toggled(opened, category.id));
    openDialog({ [which]: category.id });
  };
  const close = () => closeDialog(NO_DIALOG);
  const inProgram = inProgramColumns<Category>({
    mayEdit: (category) => mayEdit(actor, category),
    star,
    onPlace: (category) => open('order', category),
  });
  const add = (
    <Button
      size="sm"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => openDialog({ add: '1' })}
    >
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
      {...list.page}
      title="LiL Giveaways categories"
      actions={
        <Group gap="xs">
          {name === '' && openAll}
          {add}
        </Group>
      }
      filters={
        <>
          <ProgramSelect
            zero="All"
            value={state.program_id}
            onChange={(chosen) => change({ program_id: chosen })}
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
        {...list.table}
        caption="LiL Giveaways categories"
        columns={[
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
        onEnter={(category) => mayEdit(actor, category) && open('edit', category)}
        first={add}
      />
      <Suspense>
        {state.add && <EditDialog category={null} parent={null} program_id={program_id} onClose={close} />}
        {dialog && (
          <CategoryDialogs
            key={`${dialog} ${state[dialog]}`}
            dialog={dialog}
            id={state[dialog]}
            row={findCategory(list.rows ?? [], state[dialog])}
            program_id={program_id}
            onClose={close}
          />
        )}
      </Suspense>
    </ListPage>
  );
}

/** Whether rows stand open, and those that do not do as the rest. */
type Opened = { all: boolean; but: readonly number[] };

function toggled({ all, but }: Opened, id: number): Opened {
  return { all, but: but.includes(id) ? but.filter((other) => other !== id) : [...but, id] };
}
