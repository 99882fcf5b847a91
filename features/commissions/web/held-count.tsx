import { Badge, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { apiOf } from '../../../web/api.ts';
import { commissionsContract } from '../contract.ts';

const { commissions: calls } = apiOf({ commissions: commissionsContract });

/** How many charges are held, beside the menu entry; asked again after a navigation and after each save. */
export function HeldCount() {
  const { pathname } = useLocation();
  const { data, refetch } = useQuery(calls.heldCharges.queryOptions({ input: {}, staleTime: 60_000 }));

  useEffect(() => {
    // The first page has just been asked for; later ones ask again.
    if (pathname !== lastPath && lastPath !== null) void refetch();
    lastPath = pathname;
  }, [pathname, refetch]);

  if (!data?.count) return null;
  return (
    <Badge size="sm" variant="filled" color="red" radius="sm" tt="none">
      {data.count.toLocaleString('en-US')}
      <VisuallyHidden component="span"> held</VisuallyHidden>
    </Badge>
  );
}

let lastPath: string | null = null;
