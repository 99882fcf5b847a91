import { Badge, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type AttentionKind, dashboardContract, OF_ALL_PROGRAMS } from '../../features/dashboard/contract.ts';
import { apiOf } from '../api.ts';
import { useSwitchedProgram } from '../program/use-program.ts';
import { isSignedIn } from '../session.tsx';

const { dashboard: calls } = apiOf({ dashboard: dashboardContract });

/** Number of waiting items beside a menu entry; refetched after a navigation and each save. */
export function MenuCount({ kind, word }: { kind: AttentionKind; word: string }) {
  const { pathname } = useLocation();
  const program_id = useSwitchedProgram();
  const { data, refetch } = useQuery(
    // What Home could not load is asked for again by whoever presses Retry there.
    calls.attention.queryOptions({ input: { kind, program_id }, staleTime: 60_000, retryOnMount: false }),
  );
  const isOfAll = program_id !== 0 && OF_ALL_PROGRAMS.includes(kind);
  const count = data?.items.find((item) => item.kind === kind)?.count;

  useEffect(() => {
    // The first page has just been asked for; later ones ask again.
    const last = lastPaths.get(kind);
    if (last !== undefined && last !== pathname && isSignedIn()) void refetch();
    lastPaths.set(kind, pathname);
  }, [kind, pathname, refetch]);

  if (!count) return null;
  return (
    <Badge
      size="sm"
      variant="filled"
      color="red"
      radius="sm"
      tt="none"
      title={isOfAll ? 'In all programs' : undefined}
    >
      {count.toLocaleString('en-US')}
      <VisuallyHidden component="span">
        {' '}
        {word}
        {isOfAll && ' in all programs'}
      </VisuallyHidden>
    </Badge>
  );
}

const lastPaths = new Map<AttentionKind, string>();
