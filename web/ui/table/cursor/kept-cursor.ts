import { useMatch } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { historyEntry, leaveList, takeCursor } from './left-list.ts';

/** Returns the key of the row that had the focus last, kept while a record of the list is looked at; none after a page or a filter. */
export function useKeptCursor(
  table: RefObject<HTMLElement | null>,
  isOn: boolean,
): RefObject<string | undefined> {
  const last = useRef<string | undefined>(undefined);
  const match = useMatch({ strict: false });
  const { pathname } = match;
  const search = match.search as Record<string, unknown>;
  const isTaken = useRef(false);
  useEffect(() => {
    const element = table.current;
    if (!isOn || !element) return;
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
      if (row && element.contains(row)) last.current = row.dataset.row;
    };
    element.addEventListener('focusin', note);
    return () => element.removeEventListener('focusin', note);
  });

  useEffect(() => {
    const rows = rowsOf(table.current);
    if (!isOn || isTaken.current || rows.length === 0) return;
    isTaken.current = true;
    const kept = takeCursor(pathname, search);
    const row = rows.find((one) => one.dataset.row === kept);
    if (row) moveTo(row);
  });

  // Not when it is left: the address may be that of a record by then, or the list's again.
  const entry = useRef(0);
  const address = pathname + JSON.stringify(search);
  useEffect(() => {
    entry.current = historyEntry();
  }, [address]);

  const leave = useEffectEvent(() =>
    leaveList(pathname, { search, row: last.current, entry: entry.current }),
  );
  useEffect(() => (isOn ? () => leave() : undefined), [isOn]);
  return last;
}

/** Rows of a table, or cards in their box. */
export function rowsOf(list: HTMLElement | null): HTMLElement[] {
  const rows = ':scope > tbody > tr[data-row], :scope > [data-row][tabindex]';
  return [...(list?.querySelectorAll<HTMLElement>(rows) ?? [])];
}

export function moveTo(row: HTMLElement): void {
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}
