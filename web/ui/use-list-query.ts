import {
  type DefaultError,
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { ListQuery } from './loaded-list.tsx';

/**
 * A page of a list by `queryOptions`. Until the next page has come the one before it stands, also where the next one
 * fails: then it stands, marked as the old one, below the error.
 */
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
