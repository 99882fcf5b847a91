import { Badge, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { apiOf } from '../../../../web/api.ts';
import { isSignedIn } from '../../../../web/session.tsx';
import { dashboardContract } from '../../../dashboard/contract.ts';

const { dashboard: calls } = apiOf({ dashboard: dashboardContract });

/** How many charges are held, beside the menu entry; asked again after a navigation and after each save. */
export function HeldCount() {
  const { pathname } = useLocation();
  const { data, refetch } = useQuery(
    // What Home could not load is asked for again by whoever presses Retry there.
    calls.attention.queryOptions({ input: { kind: 'held_charges' }, staleTime: 60_000, retryOnMount: false }),
  );
  const count = data?.items.find(({ kind }) => kind === 'held_charges')?.count;

  useEffect(() => {
    // The first page has just been asked for; later ones ask again.
    if (pathname !== lastPath && lastPath !== null && isSignedIn()) void refetch();
    lastPath = pathname;
  }, [pathname, refetch]);

  if (!count) return null;
  return (
    <Badge size="sm" variant="filled" color="red" radius="sm" tt="none">
      {count.toLocaleString('en-US')}
      <VisuallyHidden component="span"> held</VisuallyHidden>
    </Badge>
  );
}

let lastPath: string | null = null;
