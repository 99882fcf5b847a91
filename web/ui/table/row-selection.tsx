import { Button, Checkbox, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { failureOf } from '../failure.ts';
import { toast } from '../toasts.tsx';
import { unavailable } from '../unavailable.ts';
import { useOnce } from '../use-once.ts';
import type { Column } from './column.ts';
import classes from './row-selection.module.css';

/** Rows by id, from any page; or all matches of the filter, as many as there were when chosen. */
export type Selection<Id = number> = { ids: ReadonlySet<Id> } | { all: number };

type RowSelectionOptions<Row, Id> = {
  rows: readonly Row[] | undefined;
  count: number | undefined;
  /** Filters as a text: a change clears the selection. */
  filters: string;
  nameOf: (row: Row) => string;
  idOf?: (row: Row) => Id;
  noun: readonly [one: string, many: string];
  isSelectable?: (row: Row) => boolean;
  /** Offers so many more rows, by their ids, instead of all matches of the filter. */
  offer?: { label: string; count: number; ids: () => Promise<readonly Id[]> } | undefined;
};

function tell(error: unknown): void {
  toast(failureOf(error).message, { kind: 'error', persistent: true });
}

const NONE = { ids: new Set<never>() };

/** Selects rows across pages: a column of checkboxes for the table, and a bar above it with count and actions. */
export function useRowSelection<Row extends { id: unknown }, Id extends string | number = number>(
  options: RowSelectionOptions<Row, Id>,
) {
  const { count = 0, filters, nameOf, noun, isSelectable = () => true, offer } = options;
  const { idOf = ({ id }: Row) => id as Id } = options;
  const rows = (options.rows ?? []).filter(isSelectable);
  const here = rows.map(idOf);
  // A checkbox above rows without one would choose nothing.
  const isNoneHere = options.rows !== undefined && options.rows.length > 0 && rows.length === 0;
  const { busy, once } = useOnce();
  const [held, setHeld] = useState<{ filters: string; selection: Selection<Id> }>({
    filters,
    selection: NONE,
  });
  const last = useRef<Id | null>(null);
  const selection: Selection<Id> = held.filters === filters ? held.selection : NONE;
  const select = (next: Selection<Id>) => setHeld({ filters, selection: next });
  const clear = () => select(NONE);

  const isSelected = (id: Id) => 'all' in selection || selection.ids.has(id);
  // Of all that match, what is ticked on this page is what one sees; taking one away leaves the others of the page.
  const known = () => ('all' in selection ? new Set(here) : new Set(selection.ids));
  const mark = (ids: readonly Id[], to: boolean) => {
    const next = known();
    for (const id of ids) {
      if (to) next.add(id);
      else next.delete(id);
    }
    select({ ids: next });
  };
  const upTo = (id: Id): Id[] => {
    const [from, to] = [here.findIndex((one) => one === last.current), here.indexOf(id)];
    if (from < 0) return [id];
    return here.slice(Math.min(from, to), Math.max(from, to) + 1);
  };
  const drop = (ids: readonly Id[]) =>
    setHeld((now) =>
      'all' in now.selection
        ? now
        : { ...now, selection: { ids: new Set([...now.selection.ids].filter((id) => !ids.includes(id))) } },
    );
  const chosen = here.filter(isSelected).length;
  const selected = 'all' in selection ? selection.all : selection.ids.size;

  const column: Column<Row> = {
    key: 'selection',
    header: 'Selected',
    narrow: true,
    stays: true,
    head: isNoneHere ? (
      <div className={classes.none}>
        <VisuallyHidden>Selected</VisuallyHidden>
      </div>
    ) : (
      <Checkbox
        size="xs"
        aria-label={`Select the ${noun[1]} of this page`}
        // A tick while the rows are on their way would choose none of them.
        disabled={options.rows === undefined}
        checked={rows.length > 0 && chosen === rows.length}
        indeterminate={chosen > 0 && chosen < rows.length}
        onChange={(event) => mark(here, event.currentTarget.checked)}
      />
    ),
    cell: (row) =>
      isSelectable(row) && (
        <Checkbox
          size="xs"
          data-tick
          aria-label={`Select ${nameOf(row)}`}
          checked={isSelected(idOf(row))}
          onChange={(event) => {
            const { shiftKey } = event.nativeEvent as unknown as MouseEvent;
            mark(shiftKey ? upTo(idOf(row)) : [idOf(row)], event.currentTarget.checked);
            last.current = idOf(row);
          }}
        />
      ),
  };

  const barOf = (actions: ReactNode) => (
    <div ref={measureBar} className={classes.bar} data-shown={selected > 0 || undefined}>
      <span role="status" className={classes.count}>
        {selected > 0 && `${selected.toLocaleString()} ${noun[selected === 1 ? 0 : 1]} selected`}
      </span>
      {selected > 0 && (
        <>
          {!offer && !('all' in selection) && count > selected && (
            <Button size="compact-sm" variant="subtle" onClick={() => select({ all: count })}>
              Select all {count.toLocaleString()} that match
            </Button>
          )}
          {offer && offer.count > selected && (
            <Button
              size="compact-sm"
              variant="subtle"
              {...unavailable(busy)}
              onClick={() => void once(async () => select({ ids: new Set(await offer.ids()) }), tell)}
            >
              {offer.label}
            </Button>
          )}
          {actions}
          <Button size="compact-sm" variant="default" onClick={clear}>
            Clear
          </Button>
        </>
      )}
    </div>
  );
  return {
    column,
    selection,
    selected,
    clear,
    /** Clears single rows, such as those an action has taken off the list. */
    drop,
    barOf,
  };
}

/** Measures the bar, so that the sticky head of the table stays below it. */
function measureBar(bar: HTMLElement | null) {
  if (!bar) return undefined;
  const root = document.documentElement.style;
  const observer = new ResizeObserver(() => root.setProperty(BAR_HEIGHT, `${bar.offsetHeight}px`));
  observer.observe(bar, { box: 'border-box' });
  return () => {
    observer.disconnect();
    root.removeProperty(BAR_HEIGHT);
  };
}

const BAR_HEIGHT = '--app-selection-bar';
