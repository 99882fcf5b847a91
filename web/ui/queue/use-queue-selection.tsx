import { useState } from 'react';
import { pageCount } from '../../../core/paging.ts';
import { useRowSelection } from '../table/row-selection.tsx';

type QueueSelection<Row, Id> = {
  rows: readonly Row[] | undefined;
  count: number | undefined;
  /** Filters as a text: a change clears the selection. */
  filters: string;
  /** Reads a page of the list; where it is left out, no more is offered than is ticked by hand. */
  readPage?: ((page: number) => Promise<readonly Row[]>) | undefined;
  /** Rows of a page, where these are not as many as of most lists. */
  pageSize?: number | undefined;
  /** Number of rows that one action takes. */
  most: number;
  idOf: (row: Row) => Id;
  nameOf: (row: Row) => string;
  noun: readonly [one: string, many: string];
  isSelectable?: (row: Row) => boolean;
};

/** Ticks rows of a queue across pages, each of them known: what is done to them can be said before it is. */
export function useQueueSelection<Row extends { id: unknown }, Id extends string | number = number>({
  count = 0,
  readPage,
  pageSize,
  most,
  ...options
}: QueueSelection<Row, Id>) {
  const { rows, idOf, isSelectable = () => true } = options;
  const byId = (some: readonly Row[] | undefined) => new Map(some?.map((row) => [idOf(row), row]));
  const [seen, setSeen] = useState({ rows, byId: byId(rows) });
  // What was ticked on another page is still known there.
  if (!isSame(rows, seen.rows)) setSeen({ rows, byId: new Map([...seen.byId, ...byId(rows)]) });
  const offered = Math.min(count, most);
  const idsOfAll = async () => {
    const all: Row[] = [];
    for (let page = 1; page <= pageCount(offered, pageSize); page++)
      all.push(...((await readPage?.(page)) ?? []));
    setSeen((now) => ({ ...now, byId: new Map([...now.byId, ...byId(all)]) }));
    return all.filter(isSelectable).slice(0, most).map(idOf);
  };
  const chosen = useRowSelection<Row, Id>({
    ...options,
    count: readPage && count,
    offer: readPage && {
      label:
        count > most
          ? `Select the first ${most} of ${count.toLocaleString()}`
          : `Select all ${count.toLocaleString()} that match`,
      count: offered,
      ids: idsOfAll,
    },
  });
  const ids = 'ids' in chosen.selection ? [...chosen.selection.ids] : [];
  return { ...chosen, ticked: ids.flatMap((id) => seen.byId.get(id) ?? []) };
}

/** Compares rows one by one: a tree makes the list of those it shows at every rendering. */
function isSame(rows: readonly unknown[] = [], others: readonly unknown[] = []): boolean {
  return rows.length === others.length && rows.every((row, at) => row === others[at]);
}
