import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { withAddedMark } from './added-mark.tsx';
import { useAddedInSight } from './added-row.ts';
import { useChosenColumns } from './columns/chosen-columns.ts';
import { useRowKeys } from './cursor/row-keys.ts';
import type { TableProps } from './data-table.tsx';
import { LoadedList } from './loaded-list.tsx';
import { RowCells, SkeletonRows } from './row-cells.tsx';
import { ROW, ROWGROUP, TableFrame } from './table-frame.tsx';
import tree from './tree-table.module.css';

type Key = number | string;

/** Props of a tree; the `rowHeader` column has the indent and the button that opens and closes a row. */
type TreeTableProps<Row> = TableProps<Row> & {
  rowName: (row: Row) => string;
  childrenOf: (row: Row) => readonly Row[];
  isOpen: (row: Row) => boolean;
  onToggle: (row: Row, open: boolean) => void;
  onEnter: (row: Row) => void;
};

/** A row with its level and position; `open` is undefined without rows below. */
type Node<Row> = { row: Row; level: number; index: number; of: number; open: boolean | undefined };

/** A tree of rows, as an ARIA treegrid: one row is a stop of Tab. Up, down, Home and End lead to rows, right opens and enters, left does the reverse. */
export function TreeTable<Row>(props: TreeTableProps<Row>) {
  const { caption, columns: all, rows = [], query, sort, sorts, onSort, pageSize = 1, ...rest } = props;
  const { rowKey, rowName, childrenOf, isOpen, onToggle, onEnter, added, isMain = false, ...texts } = rest;
  const { chosen: columns, choice } = useChosenColumns(all, isMain);
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table, {
    isOn: isMain,
    onPeek: () => undefined,
    onOpen: (key) => {
      const node = nodes.find(({ row }) => String(rowKey(row)) === key);
      if (node) onEnter(node.row);
      return node !== undefined;
    },
  });
  useAddedInSight(added);
  const nodes = nodesOf(rows, 1, childrenOf, isOpen);
  const [reached, setReached] = useState<Key | null>(null);
  const active = nodes.some(({ row }) => rowKey(row) === reached)
    ? reached
    : nodes[0] && rowKey(nodes[0].row);
  const body = useRef<HTMLTableSectionElement>(null);

  // What stands in a row comes from its columns, which do not know which row is reached.
  useLayoutEffect(() => {
    for (const row of body.current?.rows ?? []) {
      const inside = row.dataset.row === String(active);
      for (const control of controlsOf(row)) control.tabIndex = inside ? 0 : -1;
    }
  });

  const nodeAt = (target: EventTarget) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null;
    return nodes.find((node) => String(rowKey(node.row)) === row?.dataset.row);
  };
  const reach = ({ target }: FocusEvent) => {
    const node = nodeAt(target);
    if (node) setReached(rowKey(node.row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    const node = nodeAt(target);
    const row = target instanceof Element ? target.closest('tr') : null;
    const toEnd = key === 'Home' || key === 'End';
    if (!node || !row || event.altKey || event.shiftKey) return;
    if ((event.ctrlKey || event.metaKey) && !toEnd) return;
    const onRow = target === row;
    if (onRow && (key === 'Enter' || key === ' ')) {
      event.preventDefault();
      onEnter(node.row);
    } else if (onRow && isToggle(key, node.open)) {
      event.preventDefault();
      onToggle(node.row, key === 'ArrowRight');
    } else {
      const goal = goalOf(key, target as HTMLElement, row);
      if (!goal) return;
      event.preventDefault();
      goal.focus();
    }
  };

  const frame = (content: ReactNode) => (
    <TableFrame
      role="treegrid"
      ref={table}
      chooser={{ columns: all, choice }}
      rows={props.rows}
      {...{ caption, columns, sort, sorts, onSort }}
      onFocus={reach}
      onKeyDown={onKeyDown}
    >
      {content}
    </TableFrame>
  );
  return (
    <LoadedList
      query={query}
      isEmpty={rows.length === 0}
      skeleton={frame(<SkeletonRows columns={columns} rows={pageSize} />)}
      {...texts}
    >
      {frame(
        <tbody {...ROWGROUP} ref={body} className={tree.rows}>
          {nodes.map(({ row, level, index, of, open }) => (
            <tr
              key={rowKey(row)}
              {...ROW}
              data-row={rowKey(row)}
              data-added={rowKey(row) === added || undefined}
              data-level={level}
              style={{ '--level': level } as CSSProperties}
              tabIndex={rowKey(row) === active ? 0 : -1}
              aria-level={level}
              aria-posinset={index + 1}
              aria-setsize={of}
              aria-expanded={open}
            >
              <RowCells
                role="gridcell"
                columns={columns}
                row={row}
                nameOf={(name) => (
                  <span className={tree.name}>
                    <Toggle name={rowName(row)} open={open} onToggle={(to) => onToggle(row, to)} />
                    <span>{rowKey(row) === added ? withAddedMark(name) : name}</span>
                  </span>
                )}
              />
            </tr>
          ))}
        </tbody>,
      )}
    </LoadedList>
  );
}

type ToggleProps = { name: string; open: boolean | undefined; onToggle: (open: boolean) => void };

function Toggle({ name, open, onToggle }: ToggleProps) {
  if (open === undefined) return <span className={tree.noToggle} />;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={`${open ? 'Collapse' : 'Expand'} ${name}`}
      onClick={() => onToggle(!open)}
    >
      {open ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
    </ActionIcon>
  );
}

function nodesOf<Row>(
  rows: readonly Row[],
  level: number,
  childrenOf: (row: Row) => readonly Row[],
  isOpen: (row: Row) => boolean,
): Node<Row>[] {
  return rows.flatMap((row, index) => {
    const below = childrenOf(row);
    const open = below.length > 0 ? isOpen(row) : undefined;
    const node = { row, level, index, of: rows.length, open };
    return open ? [node, ...nodesOf(below, level + 1, childrenOf, isOpen)] : [node];
  });
}

function isToggle(key: string, open: boolean | undefined): boolean {
  return (key === 'ArrowRight' && open === false) || (key === 'ArrowLeft' && open === true);
}

/** Returns the target of a key in a row or one of its controls; null for none. */
function goalOf(key: string, from: HTMLElement, row: HTMLTableRowElement): HTMLElement | null {
  const controls = controlsOf(row);
  const at = controls.indexOf(from);
  switch (key) {
    case 'ArrowUp':
      return row.previousElementSibling as HTMLElement | null;
    case 'ArrowDown':
      return row.nextElementSibling as HTMLElement | null;
    case 'Home':
      return row.parentElement?.firstElementChild as HTMLElement | null;
    case 'End':
      return row.parentElement?.lastElementChild as HTMLElement | null;
    case 'ArrowRight':
      return controls[at + 1] ?? null;
    case 'ArrowLeft':
      return at < 0 ? parentOf(row) : at === 0 ? row : (controls[at - 1] ?? null);
    default:
      return null;
  }
}

function parentOf(row: HTMLTableRowElement): HTMLElement | null {
  let above = row.previousElementSibling as HTMLElement | null;
  while (above && Number(above.dataset.level) >= Number(row.dataset.level))
    above = above.previousElementSibling as HTMLElement | null;
  return above;
}

function controlsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('button, a[href], input')];
}
