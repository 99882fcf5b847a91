import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../../web/ui/dialog/dialog.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import type { Event } from '../../contract.ts';
import { calls } from '../../web/calls.ts';
import { nameOf } from './draw-attempts.tsx';
import { DrawResult } from './draw-result.tsx';

export function DrawResultDialog({ record: event, onClose }: { record: Event; onClose: () => void }) {
  const { data, error, refetch } = useQuery(calls.eventDraws.queryOptions({ input: { id: event.id } }));
  const winner = data?.draws.at(-1);
  return (
    <Dialog title="Winner" name={event.name} size="lg" onClose={onClose}>
      {error && <LoadError error={error} onRetry={() => void refetch()} above={data !== undefined} />}
      {!data && !error && <Text size="sm">Loading the result…</Text>}
      {winner?.proof && (
        <DrawResult
          event={event}
          result={{ ...winner, user: nameOf(winner), proof: winner.proof }}
          draws={data?.draws ?? []}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
