import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { isOnControl, shortcutOf } from '../../shortcut.ts';

type RowKeysOptions = {
  /** False for a table within a screen, which has no cursor. */
  isOn: boolean;
  /** Opens a record by the key of its row; returns false where the list has no such way. */
  onOpen: (key: string) => boolean;
  onPeek: (key: string) => void;
};

/** Keys of the list of a screen: J and K move, X ticks (with Shift up to here), E edits, R marks, Enter opens, Space peeks; what they press is the row's own. */
export function useRowKeys(
  table: RefObject<HTMLTableElement | null>,
  { isOn, onOpen, onPeek }: RowKeysOptions,
): void {
  // The row that had the focus last: after a page or a filter there is none.
  const last = useRef<string | undefined>(undefined);
  const goTo = (next: HTMLElement | undefined) => {
    if (next) moveTo(next);
    last.current = next?.dataset.row ?? last.current;
  };
  const act = (
    key: string,
    row: HTMLElement | undefined,
    rows: readonly HTMLElement[],
    { onControl, shift }: { onControl: boolean; shift: boolean },
  ): boolean => {
    if (key === 'j' || key === 'k') {
      const at = row ? rows.indexOf(row) + (key === 'j' ? 1 : -1) : 0;
      goTo(rows[at]);
      return true;
    }
    if (/^[a-z]$/.test(key) && click(document, `main [data-bulk-key="${key}"]`)) return true;
    const name = row?.dataset.row;
    if (!row || name === undefined) return false;
    if (key === 'x') return click(row, 'input[data-tick]', shift);
    if (key === 'r') {
      if (!click(row, MARKS)) return false;
      goTo(rows[rows.indexOf(row) + 1]);
      return true;
    }
    if (key === 'e') return click(row, '[data-verb="Edit"], [data-key="e"]');
    if (onControl) return false;
    if (key === ' ') onPeek(name);
    else if (key === 'Enter' && !onOpen(name) && !click(row, OPENERS)) onPeek(name);
    else if (key !== 'Enter') return false;
    return true;
  };

  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = shortcutOf(event);
    const rows = rowsOf(table.current);
    if (key === null || rows.length === 0) return;
    const focused = rows.find((row) => row.contains(document.activeElement));
    const row = focused ?? rows.find((one) => one.dataset.row === last.current);
    const done = act(key, row, rows, { onControl: isOnControl(event.target), shift: event.shiftKey });
    if (done) event.preventDefault();
  });

  useEffect(() => {
    if (!isOn) return;
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}

/** Controls that open a record, the surest first: its details, its page, its form. */
const OPENERS = '[data-opens], th a[href], [data-verb="Edit"]';

/** The action of a row that the letter R takes. */
export const MARKS = '[data-key="r"]';

function rowsOf(table: HTMLElement | null): HTMLElement[] {
  return [...(table?.querySelectorAll<HTMLElement>(':scope > tbody > tr[data-row]') ?? [])];
}

function moveTo(row: HTMLElement): void {
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

/** Clicks the first of the controls; with Shift a tick reaches from the last one to here. */
function click(row: ParentNode, what: string, shiftKey = false): boolean {
  for (const one of what.split(', ')) {
    const control = row.querySelector<HTMLElement>(one);
    if (!control) continue;
    control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
    return true;
  }
  return false;
}
