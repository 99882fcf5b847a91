import { createContext } from 'react';

/** Element above the list for the choice of an order while its heads are hidden. Null until rendered; undefined where the choice is above the table. */
export const SortPlace = createContext<HTMLElement | null | undefined>(undefined);
