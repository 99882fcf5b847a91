import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { QueueSteps } from '../../../../web/ui/queue/use-queue-steps.ts';
import { calls } from '../calls.ts';
import { cardAddress } from '../cards/card-link.tsx';
import { type Cause, causesOf } from './held-causes.ts';

export function useCauseSteps(charge: number): QueueSteps {
  const navigate = useNavigate();
  const { data } = useQuery(
    calls.heldCharges.queryOptions({ input: { page: 1, program_id: 0 }, staleTime: 0 }),
  );
  const causes = causesOf(data?.charges ?? []);
  const found = causes.findIndex(({ charges }) => charges.some(({ id }) => id === charge));
  // Once it is resolved, its cause has gone, and the next one stands in its place.
  const [last, setLast] = useState(0);
  if (found >= 0 && found !== last) setLast(found);
  const after = found >= 0 ? found + 1 : last;
  const goTo = (cause: Cause | undefined) => {
    const [first] = cause?.charges ?? [];
    if (!cause || !first) return undefined;
    const { to, search } = cardAddress(cause.at.level, cause.at.owner_id);
    return () => void navigate({ to, search: { ...search, resolve: first.id } });
  };
  const place = found >= 0 ? `Cause ${found + 1} of ${causes.length}` : `${causes.length} left`;
  return {
    place: data === undefined ? '' : place,
    previous: goTo(causes[found >= 0 ? found - 1 : last - 1]),
    next: goTo(causes[after]),
    returnTo: undefined,
  };
}
