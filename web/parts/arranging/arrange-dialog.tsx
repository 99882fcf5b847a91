import { Text, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { mergedOrder } from '../../../core/nouns/arrangement.ts';
import type { ArrangedRow, Order, RowMark } from '../../../core/nouns/order-routes.ts';
import { focusRow, type ListedRow, RowList } from '../../ui/arranging/row-list.tsx';
import { SearchField } from '../../ui/chooser/search-field.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useLoadedForm } from '../../ui/form/loaded-form.tsx';
import { LoadError } from '../../ui/table/loaded-list.tsx';
import { useProgramName } from '../program-name.tsx';
import classes from './arrange-dialog.module.css';
import { AddButton, MoveButtons } from './move-buttons.tsx';
import { type Arrangement, arrangementOf, NO_ORDER, useArrangement } from './use-arrangement.ts';
import { matching, useUnplaced } from './use-unplaced.ts';

type Level = { program_id: number; parent_id?: number };
export type OrderCalls = {
  read: (asked: Level) => Promise<Order>;
  unplaced: (
    asked: Level & { name: string; page: number },
  ) => Promise<{ rows: ArrangedRow[]; count: number }>;
  save: (asked: Level & { ids: number[]; fingerprint: string }) => Promise<unknown>;
};

type ArrangeDialogProps = OrderCalls & {
  title: string;
  noun: string;
  /** 0: none is chosen yet. */
  program_id: number;
  parent?: { id: number; name: string };
  onClose: () => void;
};

export function ArrangeDialog(props: ArrangeDialogProps) {
  if (props.program_id > 0) return <Arranging {...props} />;
  return (
    <Dialog title={props.title} onClose={props.onClose} small>
      <Text size="sm">Choose a program first: order is per program.</Text>
    </Dialog>
  );
}

function Arranging({ title, noun, program_id, parent, onClose, ...calls }: ArrangeDialogProps) {
  const of: Level = { program_id, ...(parent && { parent_id: parent.id }) };
  const read = async () => arrangementOf(await calls.read(of));
  const { form, ready, instead } = useLoadedForm<Arrangement>(read, NO_ORDER);
  const order = useArrangement(form);
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState<string | null>(null);
  const programName = useProgramName(program_id) ?? '…';
  const searched = ['arrange', noun, program_id, parent?.id ?? 0];
  const search = useUnplaced({
    searched,
    read: (asked) => calls.unplaced({ ...of, ...asked }),
    saved: ready ? form.values.unplaced : undefined,
    typed,
  });
  const panes = useRef<HTMLDivElement>(null);
  const help = useId();
  const free = matching([...order.removed, ...search.rows.filter(({ id }) => !order.isPlaced(id))], typed);

  /** Focuses what is at this index of a list once it is drawn, or its last row, or the search. */
  const focusNext = (label: string, index: number) =>
    requestAnimationFrame(() => {
      const list = panes.current?.querySelector(`[aria-label="${label}"]`);
      const rows = [...(list?.querySelectorAll<HTMLElement>('li[data-row]') ?? [])];
      const row = rows[Math.min(index, rows.length - 1)];
      if (list && row) focusRow(list, Number(row.dataset.row));
      else panes.current?.closest('form')?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    });
  const isUnmoved = isSame(form.getInitialValues().ids, form.values.ids);
  const focusMoved = (id: number) => requestAnimationFrame(() => focusRow(panes.current, id));

  const takeFirst = () => {
    setWanted(null);
    const [first] = free;
    const known = first ? undefined : matching(order.placed, typed)[0];
    if (first) order.place(first);
    else if (known) focusMoved(known.id);
    else return;
    setTyped('');
  };
  const isDue = wanted !== null && wanted === typed && !search.arriving;
  useEffect(() => {
    if (isDue) takeFirst();
    // Once, when what was waited for has come.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isDue]);
  const enter = () => {
    if (typed.trim() === '') return;
    if (search.arriving) setWanted(typed);
    else takeFirst();
  };

  const placeFrom = (id: number, index: number, at?: number) => {
    const row = free.find((one) => one.id === id);
    if (!row) return;
    order.place(row, at);
    focusNext(NO_PLACE, index);
  };
  const removeAt = (id: number, index: number) => {
    order.remove(id);
    focusNext(IN_ORDER, index);
  };
  const moveTo = (id: number, index: number) => {
    order.move(id, index);
    focusMoved(id);
  };
  const placedKey = ({ key, altKey }: KeyboardEvent, id: number, index: number): boolean => {
    if (key === 'ArrowRight' && !altKey) focusNext(NO_PLACE, 0);
    else if (!form.values.ids.includes(id)) return false;
    else if (key === 'Delete' || key === 'Backspace') removeAt(id, index);
    else if (!altKey) return false;
    else if (key === 'ArrowUp') moveTo(id, Math.max(0, order.indexOf(id) - 1));
    else if (key === 'ArrowDown') moveTo(id, order.indexOf(id) + 1);
    else if (key === 'Home') moveTo(id, 0);
    else if (key === 'End') moveTo(id, order.count);
    else return false;
    return true;
  };
  const freeKey = ({ key, altKey }: KeyboardEvent, id: number, index: number): boolean => {
    if (key === 'ArrowLeft' && !altKey) focusNext(IN_ORDER, 0);
    else if (!altKey) return false;
    else if (key === 'Home') placeFrom(id, index, 0);
    else if (['ArrowUp', 'ArrowDown', 'End'].includes(key)) placeFrom(id, index);
    else return false;
    return true;
  };

  return (
    <FormDialog
      title={title}
      name={parent?.name ?? programName}
      size="60rem"
      form={form}
      ready={ready}
      changed={() => (isUnmoved ? [] : ['the order'])}
      // What nobody has moved is not sent, and nothing is said to have succeeded.
      onSave={async ({ ids, fingerprint }) => isUnmoved || calls.save({ ...of, ids, fingerprint })}
      latest={read}
      merge={(base, mine, theirs) => ({
        values: { ...theirs, ids: mergedOrder(base.ids, mine.ids, theirs.ids) },
        clashes: [],
      })}
      onClose={onClose}
      failures="inline"
      saveLabel="Save order"
      {...(!isUnmoved && { savedText: 'Success!' })}
    >
      {instead ?? (
        <>
          <SearchField
            label={`Find ${noun} to place`}
            description="Enter adds the first result at the end."
            data-autofocus
            value={typed}
            onChange={setTyped}
            onEnter={enter}
            isUnclear={typed.trim() !== ''}
          />
          <Text size="xs" c="dimmed" id={help}>
            Alt+↑ and Alt+↓ move a row, Alt+Home and Alt+End move it to either end. Enter adds a row without a
            place, Delete removes the place.
          </Text>
          <VisuallyHidden role="status">{order.said}</VisuallyHidden>
          <div ref={panes} className={classes.panes}>
            <section className={classes.pane}>
              <PaneHeading title={IN_ORDER} count={order.placed.length} />
              <RowList
                label={IN_ORDER}
                help={help}
                rows={order.placed.map((row) => listed(row, row.place))}
                empty={`No ${noun} with a place yet`}
                onKey={placedKey}
                onDrop={order.drop}
                actions={(row, index) => (
                  <MoveButtons
                    name={row.name}
                    isFirst={order.indexOf(row.id) === 0}
                    isLast={order.indexOf(row.id) === order.count - 1}
                    onMove={(by) => order.move(row.id, Math.max(0, order.indexOf(row.id) + by))}
                    onRemove={() => removeAt(row.id, index)}
                  />
                )}
              />
            </section>
            <section className={classes.pane} aria-busy={search.arriving || undefined}>
              <PaneHeading title={NO_PLACE} count={free.length} of={search.count} />
              {search.error && <LoadError error={search.error} onRetry={() => void search.refetch()} />}
              <RowList
                label={NO_PLACE}
                help={help}
                rows={free.map((row) => listed(row))}
                empty={typed.trim() === '' ? `All ${noun} have a place` : 'No results'}
                onPress={(id) =>
                  placeFrom(
                    id,
                    free.findIndex((row) => row.id === id),
                  )
                }
                onKey={freeKey}
                actions={(row, index) => <AddButton name={row.name} onAdd={() => placeFrom(row.id, index)} />}
              />
            </section>
          </div>
        </>
      )}
    </FormDialog>
  );
}

const IN_ORDER = 'In order';
const NO_PLACE = 'No place';

function PaneHeading({ title, count, of = 0 }: { title: string; count: number; of?: number }) {
  return (
    <h3 className={classes.heading}>
      {title}{' '}
      <span>
        {count}
        {of > count && ` of ${of}`}
      </span>
    </h3>
  );
}

const MARK_WORDS: Record<RowMark, string> = {
  bundle: 'Bundle',
  featured: 'Featured',
  inactive: 'Inactive',
  archived: 'Archived',
  deleted: 'Deleted',
};

function listed({ id, name, movable, marks }: ArrangedRow, number?: number): ListedRow {
  // Many classes may be called the same.
  const notes = [`#${id}`, ...marks.map((mark) => MARK_WORDS[mark])];
  return { id, name, number, movable, notes };
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
