import { Button, Group, Skeleton, Text } from '@mantine/core';
import { formatMoney } from '../../../core/money.ts';
import { apiOf } from '../../../web/api.ts';
import { ProgramFilter } from '../../../web/parts/program-select.tsx';
import { addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { TextFilter } from '../../../web/ui/chooser/text-filter.tsx';
import { focusOnMount } from '../../../web/ui/focus/focus-on-mount.ts';
import { LoadedList } from '../../../web/ui/table/loaded-list.tsx';
import { PageLinks } from '../../../web/ui/table/page-links.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { type ClassRow, classesContract } from '../../classes/contract.ts';
import { countOf, memberOf, priceOf } from './bundle-draft.ts';
import classes from './bundle-screen.module.css';
import type { BundleState } from './use-bundle.ts';

const api = apiOf({ classes: classesContract });
const shape = {
  page: addressPage,
  program_id: addressId,
  name: addressText,
  instructor_name: addressText,
};

type ClassSearchProps = { bundleId: number; state: BundleState };

export function ClassSearch({ bundleId, state }: ClassSearchProps) {
  const address = useAddress(shape);
  const { state: filter, change } = address;
  const { rows: found = [], ...list } = useList({
    address,
    filters: { program_id: 0, name: '', instructor_name: '' },
    query: (input) => api.classes.classes.queryOptions({ input }),
    rows: 'classes',
    noun: ['class', 'classes'],
    purpose: 'Classes that you can add to this bundle. Add one under Classes first.',
  });
  return (
    <section aria-label="Classes to add" className={classes.search}>
      <SaveBar state={state} />
      <search aria-label="Filters" className={classes.filters}>
        <ProgramFilter value={filter.program_id} onChange={(chosen) => change({ program_id: chosen })} />
        <TextFilter
          label="Class name or ID"
          ref={focusOnMount}
          value={filter.name}
          onChange={(typed) => change({ name: typed })}
        />
        <TextFilter
          label="Instructor name"
          value={filter.instructor_name}
          onChange={(typed) => change({ instructor_name: typed })}
        />
      </search>
      <PageLinks above {...list.page} />
      <LoadedList
        {...list.cards}
        skeleton={Array.from({ length: 12 }, (_row, row) => <Skeleton key={row} height={44} mb={8} />)}
      >
        <ul className={classes.found}>
          {found.map((row) => (
            <li key={row.id} data-row={row.id} tabIndex={-1}>
              <div>
                <p title={row.class_name}>{row.class_name || 'Class without a name'}</p>
                <Text size="xs" c="dimmed">
                  #{row.id} · {row.instructor_name ?? 'No instructor'} ·{' '}
                  {formatMoney(priceOf(row), row.currency)}
                  {row.is_bundle && ' · bundle'}
                  {row.del_flag === 1 && ' · deleted'}
                  {row.status !== 1 && ' · inactive'}
                </Text>
              </div>
              <AddButton row={row} bundleId={bundleId} state={state} />
            </li>
          ))}
        </ul>
      </LoadedList>
      <PageLinks {...list.page} />
    </section>
  );
}

function AddButton({ row, bundleId, state }: ClassSearchProps & { row: ClassRow }) {
  if (row.id === bundleId) return <span className={classes.note}>This bundle</span>;
  const mark = memberOf(state.draft, row.id)?.mark;
  if (mark === 'kept') return <span className={classes.note}>In the bundle</span>;
  const said = mark === 'added' ? 'Added' : mark === 'removed' ? 'Removed' : null;
  return (
    <Group gap={6} wrap="nowrap">
      {said && <span className={classes.note}>{said}</span>}
      <Button
        size="compact-sm"
        variant={said ? 'subtle' : 'default'}
        aria-label={`${said ? 'Undo' : 'Add'} ${row.class_name}, #${row.id}`}
        onClick={({ currentTarget }) => {
          // Put back, it needs no button any more: the focus stays on its line.
          if (mark === 'removed') currentTarget.closest('li')?.focus();
          if (mark === 'added') state.remove(row.id);
          else state.add(row);
        }}
      >
        {said ? 'Undo' : 'Add'}
      </Button>
    </Group>
  );
}

function SaveBar({ state }: { state: BundleState }) {
  const { draft, dirty, busy } = state;
  const unsaved = (['added', 'removed'] as const)
    .map((mark) => ({ mark, count: countOf(draft, mark) }))
    .filter(({ count }) => count > 0)
    .map(({ mark, count }) => `${count} ${mark}`);
  return (
    <div className={classes.save}>
      <h2>Classes to add</h2>
      <Text size="sm" c="dimmed" role="status">
        {unsaved.length > 0 ? unsaved.join(', ') : ''}
      </Text>
      <Button
        size="sm"
        data-save
        variant={dirty ? 'filled' : 'default'}
        {...unavailable(busy)}
        aria-busy={busy}
        title="Ctrl+S"
        onClick={() => void state.save()}
      >
        {busy ? 'Saving…' : 'Save'}
      </Button>
    </div>
  );
}
