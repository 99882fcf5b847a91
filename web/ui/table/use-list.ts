import {
  type DefaultError,
  type FetchQueryOptions,
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { type Address, type AddressShape, type AddressState, CARRIED } from '../address.ts';
import { toast } from '../toasts.tsx';
import { useAddedRow } from './added-row.ts';
import type { Sort } from './column.ts';
import type { ListQuery } from './loaded-list.tsx';
import { useLastPage } from './page-links.tsx';
import { useFoundElsewhere } from './use-found-elsewhere.ts';

type Row = { id: number };

type Asked<State, Filters> = Pick<
  State,
  Extract<keyof State, keyof Filters | 'page' | 'sort_by' | 'sort_dest'>
>;

type List<Shape extends AddressShape, Filters, Answer, Name, Key extends QueryKey, Made> = {
  /** Address as `useAddress` returns it, with a `page`, and with `sort_by` and `sort_dest` where the list can be sorted. */
  address: Address<Shape>;
  filters: Filters;
  query: (asked: Asked<AddressState<Shape>, Filters>) => UseQueryOptions<Answer, DefaultError, Answer, Key>;
  rows: Name;
  noun: readonly [one: string, many: string];
  /** Sentence of a list without any rows: its use, and the first step. */
  purpose: string;
  nothingYet?: string;
  pageSize?: number;
  /** Sorts on offer; any other in the address is ignored. */
  sorts?: readonly string[];
  order?: { by: string; dest: 'asc' | 'desc' };
  /** True where records are added: the call takes `page_of`, and a new row is scrolled to and marked. */
  adds?: boolean;
  csv?: (polled: { file_name: string; page: number }) => Promise<Made>;
};

type FetchOptions<Answer> = FetchQueryOptions<Answer & { page?: number }>;

type ListState = { page: number; sort_by?: string; sort_dest?: Sort['dest'] } & Record<string, unknown>;

/** Keeps a list's state in the address: `page` for `ListPage`, `table` for tables, `cards` for cards. */
export function useList<
  Shape extends AddressShape,
  Filters extends Partial<AddressState<Shape>>,
  Name extends string,
  Answer extends { count: number | { count: number } } & { [Rows in Name]: readonly Row[] },
  Key extends QueryKey,
  Made = never,
>(list: List<Shape, Filters, Answer, Name, Key, Made>) {
  const { address, filters, noun, pageSize = PAGE_SIZE, sorts, order, adds = false } = list;
  const state = address.state as unknown as ListState;
  const change = address.change as (change: object) => void;
  const names = Object.keys(filters);
  const cleared: Record<string, unknown> = filters;
  const sort_by = state.sort_by !== undefined && sorts?.includes(state.sort_by) ? state.sort_by : undefined;
  const asked = {
    page: state.page,
    ...Object.fromEntries(names.map((name) => [name, state[name]])),
    ...(sorts && { sort_by, sort_dest: state.sort_dest }),
  };
  const queryFor = (input: object) => list.query(input as Asked<AddressState<Shape>, Filters>);
  const query = useListQuery(queryFor(asked));
  const { data, isPlaceholderData, error, refetch } = query;
  const count = typeof data?.count === 'object' ? data.count.count : data?.count;
  useLastPage(state.page, isPlaceholderData ? undefined : count, pageSize);

  const sort: Sort = {
    by: sort_by ?? order?.by,
    dest: state.sort_dest ?? (sort_by ? 'asc' : order?.dest),
  };
  const [sorted, setSorted] = useState(sort);
  if (data && !isPlaceholderData && (sorted.by !== sort.by || sorted.dest !== sort.dest)) setSorted(sort);
  const onSort = (by: string, dest: Sort['dest']) => {
    if (error && by === sort.by && dest === sort.dest) void refetch();
    else change({ sort_by: by, sort_dest: dest });
  };

  const isSet = (name: string) => state[name] !== cleared[name];
  const filtered = names.some(isSet);
  // What all screens share is not a filter of this list, until nothing else hides its rows.
  const own = names.filter((name) => name !== CARRIED);
  const clearsOwn = own.some(isSet);
  const isNarrowed = names.includes(CARRIED) && isSet(CARRIED);
  const widen = () => change({ [CARRIED]: cleared[CARRIED] });
  const clear = () =>
    clearsOwn ? change(Object.fromEntries(own.map((name) => [name, cleared[name]]))) : widen();
  useFoundElsewhere({
    name: state['name'],
    narrowed: isNarrowed,
    count: isPlaceholderData ? undefined : count,
    widen: (name) => {
      toast(`Switched to all programs to show ${name}`);
      widen();
    },
  });
  const client = useQueryClient();
  const added = useAddedRow({
    isHeard: adds,
    filtered,
    filters: JSON.stringify(names.map((name) => state[name])),
    pageOf: async (id) => {
      const answer = await client.fetchQuery(queryFor({ ...asked, page_of: id }) as FetchOptions<Answer>);
      return answer.page;
    },
    onFound: (page) => page !== state.page && change({ page }),
    onHidden: () => {
      toast(`${clearsOwn ? 'Filters cleared' : 'Switched to all programs'} to show the new ${noun[0]}`);
      clear();
    },
  });

  const rows: Answer[Name] | undefined = data?.[list.rows];
  const shown = {
    rows,
    query,
    pageSize,
    nothingYet: list.nothingYet ?? `No ${noun[1]} yet`,
    purpose: list.purpose,
    filtered,
    onClearFilters: clearsOwn ? clear : undefined,
    onWiden: isNarrowed ? widen : undefined,
  };
  return {
    rows,
    /** All matches: how many there are, and the way to the rows of any page. */
    all: {
      count,
      pageSize,
      readPage: async (page: number): Promise<Answer[Name]> => {
        const answer = await client.fetchQuery(queryFor({ ...asked, page }) as FetchOptions<Answer>);
        return answer[list.rows];
      },
    },
    rowOf: (id: number): Answer[Name][number] | undefined => rows?.find((row) => row.id === id),
    page: {
      page: state.page,
      count,
      pageSize,
      noun: noun[count === 1 ? 0 : 1],
      ...(list.csv !== undefined && { csv: list.csv }),
      kept: [...names, ...(sorts ? ['sort_by', 'sort_dest'] : [])],
    },
    cards: { ...shown, isEmpty: rows?.length === 0 },
    table: {
      ...shown,
      rowKey: ({ id }: Row) => id,
      added,
      isMain: true,
      sorts,
      // Rows that stand below an error are in the order that they came in.
      sort: error ? sorted : sort,
      onSort: sorts && onSort,
    },
  };
}

/** Loads a page by `queryOptions`. The previous one stays until it has arrived, and below the error where it fails, marked as outdated. */
export function useListQuery<Answer, Key extends QueryKey>(
  options: UseQueryOptions<Answer, DefaultError, Answer, Key>,
): ListQuery & { data: Answer | undefined } {
  const query = useQuery<Answer, DefaultError, Answer, Key>({
    ...options,
    placeholderData: keepPreviousData as never,
  });
  const { data, isPending, isFetching, isPlaceholderData, error, refetch } = query;
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  const isOld = data === undefined && last !== undefined;
  return {
    data: data ?? last,
    isPending: isPending && last === undefined,
    isFetching,
    isPlaceholderData: isPlaceholderData || isOld,
    error,
    refetch,
  };
}
