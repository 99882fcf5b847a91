import type { KeyboardEvent } from 'react';

/** Moves between cells (`data-cell`) as in a spreadsheet; left and right only at that end of the text. */
export function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const cell = event.target;
  if (!(cell instanceof HTMLInputElement) || !cell.dataset.cell) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.nativeEvent.isComposing)
    return;
  const goal = goalOf(cell, event.key);
  if (!goal && event.key !== 'Enter') return;
  event.preventDefault();
  goal?.focus();
}

function goalOf(cell: HTMLInputElement, key: string): HTMLInputElement | null {
  switch (key) {
    case 'ArrowUp':
      return inColumn(cell, -1);
    case 'ArrowDown':
    case 'Enter':
      return inColumn(cell, 1);
    case 'ArrowLeft':
      return cell.selectionStart === 0 ? inRow(cell, -1) : null;
    case 'ArrowRight':
      return cell.selectionEnd === cell.value.length ? inRow(cell, 1) : null;
    default:
      return null;
  }
}

function inColumn(cell: HTMLInputElement, step: 1 | -1): HTMLInputElement | null {
  const all = cell.closest('tbody')?.querySelectorAll<HTMLInputElement>('input[data-cell]') ?? [];
  const column = [...all].filter(({ dataset }) => dataset.cell === cell.dataset.cell);
  return column[column.indexOf(cell) + step] ?? null;
}

function inRow(cell: HTMLInputElement, step: 1 | -1): HTMLInputElement | null {
  const cells = [...(cell.closest('tr')?.querySelectorAll<HTMLInputElement>('input[data-cell]') ?? [])];
  return cells[cells.indexOf(cell) + step] ?? null;
}
