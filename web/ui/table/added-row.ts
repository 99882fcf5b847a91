import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

export type Added = { to: string; id: number };

const listeners = new Set<(added: Added) => void>();

/** Reports a saved record; the open list of that screen goes to its page. */
export function tellAdded(added: Added): void {
  for (const listener of listeners) listener(added);
}

type AddedRowOptions = {
  isHeard: boolean;
  /** True where a filter is set, which may hide the new row. */
  filtered: boolean;
  /** The filters as one text: the row is sought again once they are others. */
  filters: string;
  /** Returns the page of the row in the present order and filters; undefined where it is on none. */
  pageOf: (id: number) => Promise<number | undefined>;
  onFound: (page: number) => void;
  onHidden: () => void;
};

/** Leads a list to a record that was just added; returns the id of the row to mark, 0 for none. */
export function useAddedRow(options: AddedRowOptions): number {
  const { isHeard, filtered, filters } = options;
  const { pathname, state } = useLocation();
  const [sought, setSought] = useState(0);
  const [found, setFound] = useState(0);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (!isHeard) return;
    const hear = ({ to, id }: Added) => to === pathname && setSought(id);
    listeners.add(hear);
    return () => void listeners.delete(hear);
  }, [isHeard, pathname]);

  // The way back out of the dialog is a step of the address: a new page before it would be taken back with it.
  const isCovered = state.openedHere ?? false;
  useEffect(() => {
    if (sought === 0 || isCovered) return;
    let isOver = false;
    const settle = (page?: number) => {
      if (isOver) return;
      // Without some of its filters the list is asked once more.
      if (page === undefined && filtered) return latest.current.onHidden();
      setSought(0);
      setFound(sought);
      if (page !== undefined) latest.current.onFound(page);
    };
    latest.current.pageOf(sought).then(settle, () => !isOver && setSought(0));
    return () => {
      isOver = true;
    };
  }, [sought, isCovered, filtered, filters]);
  return found;
}

/** Scrolls to the marked row of a table, once it is there. */
export function useAddedInSight(added: number | undefined): void {
  const seen = useRef(0);
  useEffect(() => {
    if (!added || seen.current === added) return;
    const row = document.querySelector('tr[data-added]');
    if (!row) return;
    seen.current = added;
    row.scrollIntoView({ block: 'nearest' });
  });
}
