import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useQueueSelection } from '../../../../web/ui/queue/use-queue-selection.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { MOST_DISMISSED, type UnmatchedPayment } from '../contract.ts';
import { type Beside, calls } from './calls.ts';
import { nameOf } from './payment-words.ts';

const DismissManyDialog = lazy(() =>
  import('./dismiss-many-dialog.tsx').then((m) => ({ default: m.DismissManyDialog })),
);

type BulkDismissal = Beside & {
  rows: readonly UnmatchedPayment[] | undefined;
  count: number | undefined;
  filter: Omit<Parameters<typeof calls.unmatchedPayments.call>[0], 'page'>;
  may: (row: UnmatchedPayment) => boolean;
};

/** Adds ticks to the payments that can be dismissed, and a bar that dismisses them for one reason. */
export function useBulkDismissal({ rows, count, filter, may, onDecided }: BulkDismissal) {
  const [asked, setAsked] = useState<readonly UnmatchedPayment[] | null>(null);
  const chosen = useQueueSelection<UnmatchedPayment>({
    rows,
    count,
    filters: JSON.stringify(filter),
    readPage: async (page) => (await calls.unmatchedPayments.call({ ...filter, page })).payments,
    most: MOST_DISMISSED,
    idOf: ({ id }) => id,
    nameOf,
    noun: ['payment', 'payments'],
    isSelectable: may,
  });
  const taken = chosen.ticked.filter(may);
  const tooMany = taken.length > MOST_DISMISSED;
  return {
    columns: (rows ?? []).some(may) || chosen.selected > 0 ? [chosen.column] : [],
    bar: (
      <>
        {chosen.barOf(
          taken.length > 0 && (
            <Button
              size="compact-sm"
              color="red"
              variant="outline"
              data-bulk-key="d"
              leftSection={<IconX size={14} aria-hidden />}
              {...unavailable(tooMany)}
              onClick={() => !tooMany && setAsked(taken)}
            >
              Dismiss {taken.length}…{tooMany && ` at most ${MOST_DISMISSED} at once`}
            </Button>
          ),
        )}
        <Suspense>
          {asked && (
            <DismissManyDialog
              payments={asked}
              onDecided={(payment) => {
                chosen.drop([payment.id]);
                onDecided(payment);
              }}
              onClose={() => setAsked(null)}
            />
          )}
        </Suspense>
      </>
    ),
  };
}
