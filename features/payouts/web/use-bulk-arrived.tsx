import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useActor } from '../../../web/session.tsx';
import { useQueueSelection } from '../../../web/ui/queue/use-queue-selection.tsx';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { MOST_ARRIVED, type Payout } from '../batches/contract.ts';
import { batchCalls } from './calls.ts';
import { payeeName } from './history-words.ts';
import { payoutDialogs } from './payout-dialogs.ts';

const PayoutsArrivedDialog = lazy(() =>
  import('./payouts-arrived-dialog.tsx').then((m) => ({ default: m.PayoutsArrivedDialog })),
);

type BulkArrived = {
  rows: readonly Payout[] | undefined;
  count: number | undefined;
  filter: Omit<Parameters<typeof batchCalls.payoutsHistory.call>[0], 'page'>;
};

/** Adds ticks to the payouts that are on their way, and a bar that marks them as paid, as a statement of the bank has many. */
export function useBulkArrived({ rows, count, filter }: BulkArrived) {
  const actor = useActor();
  const [asked, setAsked] = useState<readonly Payout[] | null>(null);
  const may = (row: Payout) => payoutDialogs.may(actor, 'paid', row);
  const chosen = useQueueSelection<Payout>({
    rows,
    count,
    filters: JSON.stringify(filter),
    readPage: async (page) => (await batchCalls.payoutsHistory.call({ ...filter, page })).payouts,
    most: MOST_ARRIVED,
    idOf: ({ id }) => id,
    nameOf: (row) => `#${row.id} ${payeeName(row)}`,
    noun: ['payout', 'payouts'],
    isSelectable: may,
  });
  const taken = chosen.ticked.filter(may);
  const tooMany = taken.length > MOST_ARRIVED;
  return {
    columns: (rows ?? []).some(may) || chosen.selected > 0 ? [chosen.column] : [],
    bar: (
      <>
        {chosen.barOf(
          taken.length > 0 && (
            <Button
              size="compact-sm"
              variant="outline"
              data-bulk-key="p"
              leftSection={<IconCircleCheck size={14} aria-hidden />}
              {...unavailable(tooMany)}
              onClick={() => !tooMany && setAsked(taken)}
            >
              Mark {taken.length} as paid…{tooMany && ` at most ${MOST_ARRIVED} at once`}
            </Button>
          ),
        )}
        <Suspense>
          {asked && (
            <PayoutsArrivedDialog
              payouts={asked}
              onArrived={(ids) => chosen.drop(ids)}
              onClose={() => setAsked(null)}
            />
          )}
        </Suspense>
      </>
    ),
  };
}
