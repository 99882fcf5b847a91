import { createContext } from 'react';

/**
 * Element for the choice of an order while a list's heads are hidden: in the line above the list, so that no row moves.
 * Null until that line is rendered; undefined where there is none, and the choice is above the table.
 */
export const SortPlace = createContext<HTMLElement | null | undefined>(undefined);
