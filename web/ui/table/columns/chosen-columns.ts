import { createContext, use } from 'react';
import type { Column } from '../column.ts';

/** Columns that a person has hidden in a list, by their keys; `place` is where the choice of them stands. */
export type ChosenColumns = {
  hidden: readonly string[];
  onChange: (hidden: readonly string[]) => void;
  place: HTMLElement | null;
};

export const ChosenColumnsContext = createContext<ChosenColumns | null>(null);

export function useChosenColumns<Row>(
  columns: readonly Column<Row>[],
  isMain: boolean,
): { chosen: readonly Column<Row>[]; choice: ChosenColumns | null } {
  const choice = use(ChosenColumnsContext);
  if (!isMain || choice === null) return { chosen: columns, choice: null };
  return {
    chosen: columns.filter((column) => !canHide(column) || !choice.hidden.includes(column.key)),
    choice,
  };
}

/** The name and what holds the row's actions or tick stay. */
export function canHide({ rowHeader, hiddenHeader, head }: Column<never>): boolean {
  return !rowHeader && !hiddenHeader && !head;
}
