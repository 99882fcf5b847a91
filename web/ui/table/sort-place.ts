import { createContext } from 'react';

/**
 * Where the choice of an order stands that a list has while its heads are not to be seen: in the line above it, so that
 * no row moves when it comes. Null until that line is there; undefined where there is none, and it stands above its table.
 */
export const SortPlace = createContext<HTMLElement | null | undefined>(undefined);
