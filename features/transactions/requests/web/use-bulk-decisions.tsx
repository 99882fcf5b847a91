import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useQueueSelection } from '../../../../web/ui/queue/use-queue-selection.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { MOST_REQUESTS } from '../../refunds/rules.ts';
import { calls, nameOf } from '../../refunds/web/calls.ts';
import type { RefundRequest } from '../contract.ts';
import { sumsInWords } from './sums-in-words.ts';

const DIALOGS = {
  approve: lazy(() =>
    import('./approve-requests-dialog.tsx').then((m) => ({ default: m.ApproveRequestsDialog })),
  ),
  reject: lazy(() =>
    import('./reject-requests-dialog.tsx').then((m) => ({ default: m.RejectRequestsDialog })),
  ),
};
type Verb = keyof typeof DIALOGS;

type BulkDecisions = {
  rows: readonly RefundRequest[] | undefined;
  count: number | undefined;
  filter: Omit<Parameters<typeof calls.refundRequests.call>[0], 'page'>;
  may: (verb: Verb, row: RefundRequest) => boolean;
  onDecided: (ids: readonly number[], said: string) => void;
};

export function useBulkDecisions({ rows, count, filter, may, onDecided }: BulkDecisions) {
  const [asked, setAsked] = useState<{ verb: Verb; ids: readonly number[] } | null>(null);
  const chosen = useQueueSelection<RefundRequest>({
    rows,
    count,
    filters: JSON.stringify(filter),
    readPage: async (page) => (await calls.refundRequests.call({ ...filter, page })).refunds,
    most: MOST_REQUESTS,
    idOf: ({ id }) => id,
    nameOf: (row) => `#${row.id} ${nameOf(row)}`,
    noun: ['request', 'requests'],
    isSelectable: (row) => may('reject', row),
  });
  // What can only be rejected is no part of an approval: the button counts what it approves.
  const ticked = (verb: Verb) => chosen.ticked.filter((row) => may(verb, row));
  const button = (verb: Verb, label: string, icon: ReactNode, look: object) => {
    const taken = ticked(verb);
    if (taken.length === 0) return null;
    const tooMany = taken.length > MOST_REQUESTS;
    return (
      <Button
        size="compact-sm"
        data-bulk-key={verb === 'approve' ? 'a' : 'r'}
        leftSection={icon}
        {...look}
        {...unavailable(tooMany)}
        onClick={() => !tooMany && setAsked({ verb, ids: taken.map(({ id }) => id) })}
      >
        {label} {taken.length} ({sumsInWords(taken)}){tooMany && `, at most ${MOST_REQUESTS} at once`}
      </Button>
    );
  };
  const Dialog = asked && DIALOGS[asked.verb];
  return {
    column: chosen.column,
    bar: (
      <>
        {chosen.barOf(
          <>
            {button('approve', 'Approve', <IconCheck size={14} aria-hidden />, {})}
            {button('reject', 'Reject', <IconX size={14} aria-hidden />, { variant: 'default' })}
          </>,
        )}
        {Dialog && (
          <Suspense>
            <Dialog
              ids={asked.ids}
              onDecided={(ids, said) => {
                chosen.drop(ids);
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
