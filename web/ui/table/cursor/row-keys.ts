import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isOnControl, shortcutOf } from '../../shortcut.ts';
import { moveTo, rowsOf, useKeptCursor } from './kept-cursor.ts';

type RowKeysOptions = {
  /** False for a table within a screen, which has no cursor. */
  isOn: boolean;
  /** Opens a record by the key of its row; returns false where the list has no such way. */
  onOpen: (key: string) => boolean;
  onPeek: (key: string) => void;
};

/** Keys of a screen's list: J and K move, X ticks (Shift: up to here), E edits, Enter opens, Space peeks; letters act, on ticked rows by the bar. */
export function useRowKeys(
  table: RefObject<HTMLElement | null>,
  { isOn, onOpen, onPeek }: RowKeysOptions,
): void {
  const last = useKeptCursor(table, isOn);
  const goTo = (next: HTMLElement | undefined) => next && moveTo(next);
  const act = (
    key: string,
    row: HTMLElement | undefined,
    rows: readonly HTMLElement[],
    { onControl, shift }: { onControl: boolean; shift: boolean },
  ): boolean => {
    if (key === 'j' || key === 'k') {
      goTo(row ? rows[rows.indexOf(row) + (key === 'j' ? 1 : -1)] : (rows.find(isAdded) ?? rows[0]));
      return true;
    }
    if (isLetter(key) && click(document, `main [data-bulk-key="${key}"]`)) return true;
    const name = row?.dataset.row;
    if (!row || name === undefined) return false;
    if (key === 'x') return click(row, 'input[data-tick]', shift);
    const action = actionOf(row, key);
    if (action) {
      action.click();
      if (action.dataset.goesOn) goTo(rows[rows.indexOf(row) + 1]);
      return true;
    }
    if (key === 'e') return click(row, '[data-verb="Edit"]');
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

/** Finds the action of a row, or of its details, that a letter takes. */
export function actionOf(row: Element, key: string): HTMLElement | null {
  return isLetter(key) ? row.querySelector<HTMLElement>(`[data-key="${key}"]`) : null;
}

/** True of a record that was just added: J begins there. */
function isAdded(row: HTMLElement): boolean {
  return row.dataset.added !== undefined;
}

function isLetter(key: string): boolean {
  return /^[a-z]$/.test(key);
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
