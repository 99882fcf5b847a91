/** Filters of a list, declared once as plain data: address, query, control and condition follow from it. */
import type { z } from 'zod';
import {
  dates,
  idFilter,
  page,
  pageOfRow,
  programFilter,
  sortBy,
  sortDest,
  textFilter,
  tickFilter,
} from './fields.ts';

/** Filter of a list. Its label is that of its control; without a label it has none, and is for callers alone. */
export type Filter =
  | { by: 'program'; label: string; zero?: string }
  | { by: 'words' | 'tick'; label?: string }
  | { by: 'dates'; label?: never }
  | { by: 'id'; label?: never };

export type Filters = Readonly<Record<string, Filter>>;

const SCHEMAS = { program: programFilter, words: textFilter, dates, id: idFilter, tick: tickFilter };

type SchemaOf<One extends Filter> = (typeof SCHEMAS)[One['by']];

/** Fields of a query, one a filter. A list overrides one in place by a field of its own, spread after them. */
export function filterInput<const Declared extends Filters>(filters: Declared) {
  const schemas = Object.entries(filters).map(([name, { by }]) => [name, SCHEMAS[by]]);
  return Object.fromEntries(schemas) as { [Name in keyof Declared]: SchemaOf<Declared[Name]> };
}

/** Fields of the query of a page, in order: the page, that of a row, the filters, the sort. */
export function pageInput<const Declared extends Filters, const Sorts extends readonly [string, ...string[]]>(
  filters: Declared,
  sorts: Sorts,
) {
  return {
    page,
    page_of: pageOfRow,
    ...filterInput(filters),
    sort_by: sortBy(sorts),
    sort_dest: sortDest,
  };
}

export type FilterQuery<Declared extends Filters> = {
  -readonly [Name in Exclude<keyof Declared, IdsOf<Declared>>]: z.output<SchemaOf<Declared[Name]>>;
} & { -readonly [Name in IdsOf<Declared>]?: number | undefined };

type IdsOf<Declared extends Filters> = {
  [Name in keyof Declared]: Declared[Name] extends { by: 'id' } ? Name : never;
}[keyof Declared];

/** Query of a page as a noun reads it. */
export type PageQuery<Declared extends Filters, Sorts extends readonly string[]> = FilterQuery<Declared> & {
  page: number;
  page_of?: number | undefined;
  sort_by?: Sorts[number] | undefined;
  sort_dest?: 'asc' | 'desc' | undefined;
};

export type FilterState<Declared extends Filters> = {
  -readonly [Name in keyof Declared as Declared[Name] extends { label: string } ? Name : never]: StateOf<
    Declared[Name]
  >;
};

type StateOf<One extends Filter> = One extends { by: 'program' }
  ? number
  : One extends { by: 'tick' }
    ? '1' | undefined
    : string;
