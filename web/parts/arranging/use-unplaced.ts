import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ArrangedRow } from '../../../core/nouns/order-routes.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { TYPING_PAUSE_MS } from '../../ui/chooser/text-filter.tsx';

type Search = {
  /** Query key of everything the rows depend on besides the text. */
  searched: readonly unknown[];
  read: (asked: { name: string; page: number }) => Promise<{ rows: ArrangedRow[]; count: number }>;
  /** Number of rows without a place, as they are saved; undefined until known. */
  saved: number | undefined;
  typed: string;
};

/** Rows without a place that match what is typed: searched among those at hand where these are all, else on the server. */
export function useUnplaced({ searched, read, saved, typed }: Search) {
  const isAtHand = saved !== undefined && saved <= PAGE_SIZE;
  const text = typed.trim();
  const [paused] = useDebouncedValue(text, TYPING_PAUSE_MS);
  const name = isAtHand ? '' : paused;
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: [...searched, name],
    queryFn: () => read({ name, page: 1 }),
    enabled: saved !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return {
    rows: data?.rows ?? [],
    count: data?.count ?? 0,
    arriving: saved === undefined || isFetching || (!isAtHand && text !== paused),
    error,
    refetch,
  };
}

/** Returns the rows whose name has every word typed, or whose id it is; those that begin with the text first. */
export function matching<Row extends { id: number; name: string }>(
  rows: readonly Row[],
  typed: string,
): Row[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/);
  const isHit = ({ id, name }: Row) =>
    words.every((word) => name.toLowerCase().includes(word)) || text === String(id) || text === `#${id}`;
  const begins = ({ name }: Row) => (name.toLowerCase().startsWith(text) ? 0 : 1);
  return rows.filter(isHit).toSorted((a, b) => begins(a) - begins(b));
}
