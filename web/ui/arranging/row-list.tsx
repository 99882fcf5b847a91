import { UnstyledButton } from '@mantine/core';
import { IconGripVertical, IconLock } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import classes from './row-list.module.css';
import { useRowDrag } from './use-row-drag.ts';

export type ListedRow = {
  id: number;
  name: string;
  /** Place in the order; undefined where it has none. */
  number?: number;
  movable: boolean;
  notes: readonly string[];
};

type RowListProps = {
  label: string;
  rows: readonly ListedRow[];
  /** Id of the text that says what the keys do. */
  help: string;
  empty: string;
  onPress?: (id: number) => void;
  /** Called with every key on a row; returns true where it was used. */
  onKey: (event: KeyboardEvent, id: number, index: number) => boolean;
  /** Called with the index before which a row was dropped; rows are not dragged without it. */
  onDrop?: (id: number, before: number) => void;
  /** Buttons of a row for the pointer; whatever they do, a key does too. */
  actions: (row: ListedRow, index: number) => ReactNode;
};

/** A list whose rows can be moved: one stop of Tab, in which arrows go from row to row. */
export function RowList(props: RowListProps) {
  const { label, rows, help, empty, onPress, onKey, onDrop, actions } = props;
  const list = useRef<HTMLOListElement>(null);
  const [last, setLast] = useState<number | null>(null);
  const { drag, handleOf } = useRowDrag(list, (id, before) => onDrop?.(id, before));
  const stop = rows.some(({ id }) => id === last) ? last : rows[0]?.id;

  const dropOf = (index: number) => {
    if (!drag || drag.over === null) return undefined;
    if (drag.over === index) return 'before';
    return drag.over === rows.length && index === rows.length - 1 ? 'after' : undefined;
  };
  const press = (event: KeyboardEvent, id: number, index: number) => {
    if (!onKey(event, id, index) && !step(event, index)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const step = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, index: number): boolean => {
    if (altKey || ctrlKey || metaKey) return false;
    const goals = new Map([
      ['ArrowDown', index + 1],
      ['ArrowUp', index - 1],
      ['Home', 0],
      ['End', rows.length - 1],
    ]);
    const row = rows[goals.get(key) ?? -1];
    if (row) focusRow(list.current, row.id);
    return row !== undefined;
  };

  return (
    <ol ref={list} className={classes.list} aria-label={label}>
      {rows.length === 0 && <li className={classes.empty}>{empty}</li>}
      {rows.map((row, index) => (
        <li
          key={row.id}
          className={classes.row}
          data-row={row.id}
          data-dragged={drag?.id === row.id || undefined}
          data-drop={dropOf(index)}
        >
          <Handle movable={row.movable} props={onDrop && row.movable ? handleOf(row.id) : undefined} />
          <UnstyledButton
            className={classes.name}
            title={row.name}
            tabIndex={row.id === stop ? 0 : -1}
            aria-describedby={help}
            onFocus={() => setLast(row.id)}
            onClick={() => onPress?.(row.id)}
            onKeyDown={(event) => press(event, row.id, index)}
          >
            {row.number !== undefined && <span className={classes.number}>{row.number}</span>}
            <span className={classes.text}>{row.name}</span>
            {row.notes.length > 0 && <span className={classes.notes}>{row.notes.join(' · ')}</span>}
          </UnstyledButton>
          {row.movable && actions(row, index)}
        </li>
      ))}
    </ol>
  );
}

export function focusRow(within: ParentNode | null, id: number): void {
  const row = within?.querySelector<HTMLElement>(`li[data-row="${id}"]`);
  row?.querySelector('button')?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

type HandleProps = { movable: boolean; props: object | undefined };

function Handle({ movable, props }: HandleProps) {
  if (!movable)
    return (
      <span className={`${classes.handle} ${classes.locked}`} title="Set by another program">
        <IconLock size={14} aria-hidden />
      </span>
    );
  if (!props) return null;
  return (
    <span className={classes.handle} {...props}>
      <IconGripVertical size={16} aria-hidden />
    </span>
  );
}
