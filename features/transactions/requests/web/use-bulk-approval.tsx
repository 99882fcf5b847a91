import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useQueueSelection } from '../../../../web/ui/queue/use-queue-selection.tsx';
import { MOST_REQUESTS } from '../../refunds/rules.ts';
import { calls, nameOf } from '../../refunds/web/calls.ts';
import type { RefundRequest } from '../contract.ts';
import { sumsInWords } from './sums-in-words.ts';

const ApproveRequestsDialog = lazy(() =>
  import('./approve-requests-dialog.tsx').then((m) => ({ default: m.ApproveRequestsDialog })),
);

type BulkApproval = {
  rows: readonly RefundRequest[] | undefined;
  count: number | undefined;
  filter: Omit<Parameters<typeof calls.refundRequests.call>[0], 'page'>;
  mayApprove: (row: RefundRequest) => boolean;
  onDecided: (ids: readonly number[], said: string) => void;
};

/** Approves ticked requests: a column of checkboxes, and a bar that says how many and how much. */
export function useBulkApproval({ rows, count, filter, mayApprove, onDecided }: BulkApproval) {
  const [asked, setAsked] = useState<readonly number[] | null>(null);
  const chosen = useQueueSelection<RefundRequest>({
    rows,
    count,
    filters: JSON.stringify(filter),
    readPage: async (page) => (await calls.refundRequests.call({ ...filter, page })).refunds,
    most: MOST_REQUESTS,
    idOf: ({ id }) => id,
    nameOf: (row) => `#${row.id} ${nameOf(row)}`,
    noun: ['request', 'requests'],
    isSelectable: mayApprove,
  });
  const { ticked } = chosen;
  const tooMany = ticked.length > MOST_REQUESTS;
  const approve = (
    <Button
      size="compact-sm"
      data-bulk-key="a"
      leftSection={<IconCheck size={14} aria-hidden />}
      aria-disabled={tooMany}
      data-disabled={tooMany || undefined}
      onClick={() => !tooMany && setAsked(ticked.map(({ id }) => id))}
    >
      Approve {ticked.length} ({sumsInWords(ticked)}){tooMany && `, at most ${MOST_REQUESTS} at once`}
    </Button>
  );
  return {
    column: chosen.column,
    drop: chosen.drop,
    bar: (
      <>
        {chosen.barOf(approve)}
        {asked && (
          <Suspense>
            <ApproveRequestsDialog
              ids={asked}
              onDecided={(ids, said) => {
                chosen.clear();
                onDecided(ids, said);
              }}
              onClose={() => setAsked(null)}
            />
          </Suspense>
        )}
      </>
    ),
  };
}
