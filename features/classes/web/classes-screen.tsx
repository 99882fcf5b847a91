import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { deletedWords } from '../../../web/parts/deleted-words.ts';
import { displayOrderColumn, featuredColumn } from '../../../web/parts/in-program-columns.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramFilter, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { useActor } from '../../../web/session.tsx';
import { addressChoice, addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { ArrangeButton } from '../../../web/ui/arrange-button.tsx';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { TextFilter } from '../../../web/ui/chooser/text-filter.tsx';
import { TickFilter } from '../../../web/ui/chooser/tick-filter.tsx';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { useRowToggle } from '../../../web/ui/table/use-row-toggle.ts';
import { useBulk } from '../bulk/web/use-bulk.tsx';
import { CLASS_SORTS, type ListedClass, PROGRAM_SORTS } from '../contract.ts';
import { calls, nameOf, reload } from './calls.ts';
import { ClassActions } from './class-actions.tsx';
import { firstColumns, HOME_COLUMN } from './class-columns.tsx';
import { classDialogs } from './class-dialogs.ts';

const classesAddress = {
  page: addressPage,
  name: addressText,
  instructor_name: addressText,
  program_id: addressId,
  list_type: addressChoice(['home', 'tagging']),
  visible: addressChoice(['1']),
  sort_by: addressChoice(CLASS_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...classDialogs.address,
};

/** Featured and display order exist only within a program. */
const PURPOSE = {
  class: 'Classes that your sites sell. Add one to begin.',
  bundle: 'A bundle sells several classes for one price. Add one to begin.',
};

const SORTS_OF_ALL = CLASS_SORTS.filter((sort) => !PROGRAM_SORTS.includes(sort));

const LIST_TYPES = [
  { value: 'home', label: 'Home program' },
  { value: 'tagging', label: 'Tagging' },
];

export function ClassesScreen() {
  return <ClassList key="class" type="class" title="Site classes" noun={['class', 'classes']} />;
}

export function BundlesScreen() {
  return <ClassList key="bundle" type="bundle" title="Site bundles" noun={['bundle', 'bundles']} />;
}

type ClassListProps = { type: 'class' | 'bundle'; title: string; noun: readonly [string, string] };

function ClassList({ type, title, noun }: ClassListProps) {
  const actor = useActor();
  const address = useAddress(classesAddress);
  const { state, change } = address;
  const program_id = useProgramFilter(state.program_id);
  const inOne = program_id > 0;
  const list = useList({
    address,
    filters: { name: '', instructor_name: '', program_id: 0, list_type: undefined, visible: undefined },
    query: ({ list_type, visible, ...asked }) =>
      calls.classes.queryOptions({
        input: { ...asked, type, program_id, list_type: (inOne && list_type) || '', visible: visible ?? '' },
      }),
    rows: 'classes',
    noun,
    purpose: PURPOSE[type],
    sorts: inOne ? CLASS_SORTS : SORTS_OF_ALL,
    order: { by: 'id', dest: 'asc' },
    adds: true,
  });
  const { name, instructor_name, list_type, visible } = state;
  const filter = {
    name,
    instructor_name,
    type,
    program_id,
    list_type: (inOne && list_type) || '',
    visible: visible ?? '',
  } as const;
  const bulk = useBulk({
    rows: list.rows,
    count: list.page.count,
    filter,
    noun,
  });
  const star = useRowToggle({
    async change(id: number) {
      const { featured } = await calls.toggleClassFeatured.call({ id, program_id });
      const before = featured === 'y' ? 'n' : 'y';
      await reload();
      return () => calls.toggleClassFeatured.call({ id, program_id, featured: before });
    },
    reload,
  });
  const dialogs = classDialogs.useDialogs(address, list.rowOf, { program_id });
  const placed = { nameOf, mayEdit: () => true };
  const inProgram = [
    featuredColumn<ListedClass>({ ...placed, isFeatured: ({ featured }) => featured === 'y', star }),
    displayOrderColumn<ListedClass>({
      ...placed,
      key: 'display_order',
      placeOf: ({ display_order }) => display_order,
      busy: star.busy,
      onPlace: ({ id }) => dialogs.open('order', id),
    }),
  ];

  const add = (
    <CreateButton onClick={() => dialogs.open(type === 'bundle' ? 'bundle' : 'add')}>
      {`Add ${noun[0]}`}
    </CreateButton>
  );

  return (
    <ListPage
      {...list.page}
      noun={deletedWords(list.page, list.table.query.data?.deleted ?? 0, noun)}
      views
      csv={(polled) => calls.classesCsv.call({ ...polled, ...filter })}
      title={title}
      actions={
        <>
          {type === 'class' && (
            <Button
              component={Link}
              to="/classes/imports"
              variant="default"
              size="sm"
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              Import classes
            </Button>
          )}
          {inOne && <ArrangeButton onClick={() => dialogs.open('arrange')} />}
          {add}
        </>
      }
      filters={
        <>
          <ProgramFilter value={state.program_id} onChange={(chosen) => change({ program_id: chosen })} />
          <TextFilter label="Class name or ID" value={state.name} onChange={(name) => change({ name })} />
          <TextFilter
            label="Instructor name"
            value={state.instructor_name}
            onChange={(instructor_name) => change({ instructor_name })}
          />
          <Choice
            label="List type"
            placeholder="Both"
            data={LIST_TYPES}
            value={(inOne && state.list_type) || null}
            onChange={(chosen) => change({ list_type: (chosen ?? undefined) as typeof state.list_type })}
            disabled={!inOne}
            description={inOne ? undefined : 'Choose a program first'}
            inputWrapperOrder={['label', 'input', 'description']}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear List type' }}
          />
          <TickFilter
            label="Only visible for client"
            value={state.visible}
            onChange={(visible) => change({ visible })}
          />
        </>
      }
    >
      {bulk.bar}
      <DataTable
        {...list.table}
        caption={title}
        first={add}
        columns={[
          ...bulk.columns,
          ...firstColumns(program_id, actor.program_id, ({ id }) => dialogs.open('why', id), type),
          ...(inOne ? inProgram : []),
          HOME_COLUMN,
          actionsColumn<ListedClass>((row) => (
            <ClassActions actor={actor} row={row} onOpen={(which) => dialogs.open(which, row.id)} />
          )),
        ]}
      />
      {dialogs.element}
    </ListPage>
  );
}
