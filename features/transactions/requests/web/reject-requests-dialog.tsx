import { Alert, Stack, Text } from '@mantine/core';
import { formatMajor } from '../../../../core/money.ts';
import { ActionPreviewDialog } from '../../../../web/ui/queue/action-preview-dialog.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { calls, reload } from '../../refunds/web/calls.ts';
import type { RejectionPreview } from '../contract.ts';
import { TYPE_NAMES } from './request-columns.tsx';
import { sumsInWords } from './sums-in-words.ts';
import { tellRejected } from './told-refunds.ts';

type RejectedRequest = RejectionPreview['requests'][number];

type RejectRequestsDialogProps = {
  ids: readonly number[];
  onDecided: (ids: readonly number[], said: string) => void;
  onClose: () => void;
};

export function RejectRequestsDialog({ ids, onDecided, onClose }: RejectRequestsDialogProps) {
  const reject = async (preview: RejectionPreview) => {
    const { refunds } = await calls.rejectRefundRequests.call({
      requests: openOf(preview).map(({ id }) => ({ id })),
    });
    tellRejected(refunds);
    onDecided(
      refunds.map(({ id }) => id),
      'Rejected, processing',
    );
  };
  return (
    <ActionPreviewDialog<RejectionPreview>
      title={`Reject ${ids.length} ${ids.length === 1 ? 'refund request' : 'refund requests'}`}
      read={() => calls.rejectionPreview.call({ ids: ids.join() })}
      confirmLabel={(preview) =>
        preview.totals.length === 0
          ? null
          : `Reject ${openOf(preview).length} (${sumsInWords(preview.totals)})`
      }
      busyLabel="Rejecting…"
      danger
      act={reject}
      onFailed={() => {
        toast('Refund error. Try again later', { kind: 'error' });
        return reload();
      }}
      onClose={onClose}
    >
      {(preview) => <RejectionTables {...preview} />}
    </ActionPreviewDialog>
  );
}

function RejectionTables(preview: RejectionPreview) {
  const open = openOf(preview);
  const left = preview.requests.filter(({ against }) => against !== null);
  return (
    <Stack gap="md">
      {left.length > 0 && (
        <Alert color="yellow" variant="outline" p="xs" role="note" title="Not rejected">
          {left.map(({ id, against }) => (
            <Text key={id} size="sm">
              #{id}: {against}
            </Text>
          ))}
        </Alert>
      )}
      <section aria-label="Not refunded">
        <DataTable
          caption="Not refunded"
          columns={COLUMNS}
          rows={open}
          rowKey={({ id }) => id}
          nothingYet="Nothing can be rejected"
          purpose="Tick requests that wait for a decision."
        />
      </section>
      {open.length > 0 && (
        <Text size="sm">No money is refunded. New requests can be made. This can't be undone.</Text>
      )}
    </Stack>
  );
}

function openOf({ requests }: RejectionPreview): RejectedRequest[] {
  return requests.filter(({ against }) => against === null);
}

const COLUMNS: Column<RejectedRequest>[] = [
  { key: 'student', header: 'Student', rowHeader: true, cell: ({ student_name }) => student_name ?? '–' },
  {
    key: 'for',
    header: 'For',
    priority: 2,
    cell: ({ id, class_name, description }) => `#${id} ${class_name ?? description}`,
  },
  {
    key: 'by',
    header: 'Requested by',
    priority: 1,
    card: 'line',
    cell: ({ created_by, type }) => `${created_by ?? '–'}, ${TYPE_NAMES[type].toLowerCase()}`,
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    oneLine: true,
    stays: true,
    card: 'end',
    cell: ({ amount, currency }) => formatMajor(amount, currency),
  },
];
