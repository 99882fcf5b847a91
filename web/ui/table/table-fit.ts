import { createContext, type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react';
import type { Column } from './column.ts';

type Fit = {
  /** Shows each row as a card, with every value beside its label. */
  cards: boolean;
  /** Columns without room. */
  folded: ReadonlySet<string>;
};

/** Widths in pixels. */
type LeastWidths = { widths: number[]; available: number };

type AnyColumn = Pick<Column<never>, 'key' | 'rowHeader' | 'hiddenHeader' | 'stays' | 'priority'>;

const WHOLE: Fit = { cards: false, folded: new Set() };
const CARDS: Fit = { cards: true, folded: new Set() };
/** Width in rem below which two columns and a name leave no room for a third. */
const CARDS_BELOW = 36;

export const FitContext = createContext(WHOLE);

export function useTableFit(): Fit {
  return useContext(FitContext);
}

/** Avoids horizontal scrolling: column by column gives way, at last the table itself. */
export function useFit(box: RefObject<HTMLDivElement | null>, columns: readonly AnyColumn[], rows: unknown) {
  const [fit, setFit] = useState(WHOLE);
  const latest = useRef(columns);
  const keys = columns.map(({ key }) => key).join(' ');
  useLayoutEffect(() => {
    latest.current = columns;
  });

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    let stopped = false;
    let measured = 0;
    const measure = () => {
      if (stopped) return;
      const least = leastWidths(element);
      measured = least.available;
      if (measured === 0) return;
      const next = fitOf(latest.current, least);
      setFit((before) => (isSame(before, next) ? before : next));
    };
    measure();
    // It also tells the size that it begins with, and every change of height.
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== measured) measure();
    });
    observer.observe(element);
    if (document.fonts.status !== 'loaded') void document.fonts.ready.then(measure);
    return () => {
      stopped = true;
      observer.disconnect();
    };
  }, [box, keys, rows]);
  return fit;
}

function fitOf(columns: readonly AnyColumn[], { widths, available }: LeastWidths): Fit {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (available < CARDS_BELOW * rem) return CARDS;
  let left = widths.reduce((sum, width) => sum + width, 0) - available;
  if (left <= 0) return WHOLE;
  const folded = new Set<string>();
  for (const { key, index } of inOrderOfGiving(columns)) {
    if (left <= 0) break;
    folded.add(key);
    left -= widths[index] ?? 0;
  }
  return left > 0 ? CARDS : { cards: false, folded };
}

/** Measures the least width of every column, nothing folded, and the available one. Reads after one change only: each in between would lay out anew. */
function leastWidths(box: HTMLElement): LeastWidths {
  const table = box.querySelector('table');
  if (!table?.tHead) return { widths: [], available: box.clientWidth };
  const { fit } = table.dataset;
  delete table.dataset.fit;
  table.style.width = 'min-content';
  const cells = [...(table.tHead.rows[0]?.cells ?? [])];
  const widths = cells.map((cell) => cell.getBoundingClientRect().width);
  const available = box.clientWidth;
  table.style.removeProperty('width');
  if (fit !== undefined) table.dataset.fit = fit;
  return { widths, available };
}

function inOrderOfGiving(columns: readonly AnyColumn[]) {
  return columns
    .map((column, index) => ({ ...column, index }))
    .filter(({ rowHeader, hiddenHeader, stays }) => !rowHeader && !hiddenHeader && !stays)
    .toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0) || b.index - a.index);
}

function isSame(a: Fit, b: Fit): boolean {
  return a.cards === b.cards && [...a.folded].join() === [...b.folded].join();
}
