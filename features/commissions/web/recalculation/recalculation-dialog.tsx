import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../../../../web/ui/dialog/dialog.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import { calls } from '../calls.ts';
import { MovedMoney } from './moved-money.tsx';

const ExplainDialog = lazy(() =>
  import('../explain/explain-dialog.tsx').then((m) => ({ default: m.ExplainDialog })),
);

export function RecalculationDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [explained, setExplained] = useState(0);
  const { data, error, refetch } = useQuery(
    calls.recalculation.queryOptions({
      input: { id },
      staleTime: 0,
      refetchInterval: ({ state }) => (state.error ? false : 5_000),
    }),
  );
  return (
    <Dialog size="xl" title="Recalculation" closeOnEscape={explained === 0} onClose={onClose}>
      {error && failureOf(error).status === 404 ? (
        <Text size="sm">There is no recalculation #{id}, or it belongs to another program.</Text>
      ) : (
        error && <LoadError error={error} onRetry={() => void refetch()} above={data !== undefined} />
      )}
      {data ? (
        <Stack gap="sm">
          <Text size="sm">
            Requested by <b>{data.recalculation.requested_by ?? 'a deleted admin'}</b> on{' '}
            <Time exact value={data.recalculation.requested_at} />. <Outcome {...data.recalculation} />
          </Text>
          {data.preview && <MovedMoney preview={data.preview} onExplain={setExplained} />}
        </Stack>
      ) : (
        !error && <Skeleton height={160} />
      )}
      <Suspense>{explained > 0 && <ExplainDialog id={explained} onClose={() => setExplained(0)} />}</Suspense>
    </Dialog>
  );
}

type OutcomeProps = {
  status: 'waiting' | 'running' | 'stopped' | 'done' | 'cancelled';
  progress: number | null;
  run_at: string;
  finished_at: string | null;
  charges: number | null;
};

function Outcome({ status, progress, run_at, finished_at, charges }: OutcomeProps) {
  if (status === 'waiting')
    return (
      <>
        Starts on <Time exact value={run_at} /> and uses the rates saved at that time.
      </>
    );
  if (status === 'running' || status === 'stopped')
    return (
      <>
        {status === 'running' ? 'Running' : 'Stopped'} at {progress ?? 0}%, with the rates that applied when
        it started
        {charges !== null && `; ${charges.toLocaleString('en-US')} recalculated so far`}.
      </>
    );
  const moment = <Time exact value={finished_at ?? run_at} />;
  if (status === 'cancelled') return <>Cancelled on {moment}.</>;
  return (
    <>
      Ran on {moment}
      {charges !== null &&
        ` and recalculated ${charges.toLocaleString('en-US')} ${charges === 1 ? 'transaction' : 'transactions'}`}
      .
    </>
  );
}
