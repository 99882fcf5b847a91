import { Alert, Stack, Text } from '@mantine/core';
import { formatMajor, formatMoney, minorOf } from '../../../../core/money.ts';
import { ActionPreviewDialog } from '../../../../web/ui/queue/action-preview-dialog.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { calls, reload } from '../../refunds/web/calls.ts';
import type { ApprovalPreview } from '../contract.ts';
import { sumsInWords } from './sums-in-words.ts';
import { tellRefunded } from './told-refunds.ts';

type Asked = ApprovalPreview['requests'][number];
type Payee = ApprovalPreview['payees'][number];

type ApproveRequestsDialogProps = {
  ids: readonly number[];
  onDecided: (ids: readonly number[], said: string) => void;
  onClose: () => void;
};

export function ApproveRequestsDialog({ ids, onDecided, onClose }: ApproveRequestsDialogProps) {
  const approve = async ({ requests }: ApprovalPreview) => {
    const approved = requests.flatMap(({ id, fingerprint }) =>
      fingerprint === null ? [] : [{ id, fingerprint }],
    );
    const { refunds } = await calls.approveRefundRequests.call({ requests: approved });
    tellRefunded(refunds);
    onDecided(
      refunds.map(({ id }) => id),
      'Approved, processing',
    );
  };
  return (
    <ActionPreviewDialog<ApprovalPreview>
      title={`Approve ${ids.length} ${ids.length === 1 ? 'refund' : 'refunds'}`}
      read={() => calls.approvalPreview.call({ ids: ids.join() })}
      confirmLabel={({ totals, requests }) =>
        totals.length === 0
          ? null
          : `Refund ${requests.filter(({ against }) => against === null).length} (${sumsInWords(totals)})`
      }
      busyLabel="Refunding…"
      act={approve}
      onFailed={() => {
        toast('Refund error. Try again later', { kind: 'error' });
        return reload();
      }}
      onClose={onClose}
    >
      {(preview) => <ApprovalTables {...preview} />}
    </ActionPreviewDialog>
  );
}

function ApprovalTables({ requests, totals, payees }: ApprovalPreview) {
  const approved = requests.filter(({ against }) => against === null);
  const left = requests.filter(({ against }) => against !== null);
  const cancelled = approved.filter(({ cancel_registration }) => cancel_registration).length;
  const byHand = totals.filter(({ by_hand }) => by_hand === 1);
  return (
    <Stack gap="md">
      {left.length > 0 && (
        <Alert color="yellow" variant="outline" p="xs" role="note" title="Not approved">
          {left.map(({ id, against }) => (
            <Text key={id} size="sm">
              #{id}: {against}
            </Text>
          ))}
        </Alert>
      )}
      <section aria-label="Goes back">
        <DataTable
          caption="Goes back"
          columns={GOES_BACK}
          rows={approved}
          rowKey={({ id }) => id}
          nothingYet="Nothing can be approved"
          purpose="Requests that you selected and may approve."
        />
      </section>
      {payees.length > 0 && (
        <section aria-label="Deducted from">
          <Text component="h3" size="sm" fw={600} mb={4}>
            Deducted from
          </Text>
          <DataTable
            caption="Deducted from"
            columns={DEDUCTED}
            rows={payees}
            rowKey={({ payee, currency }) => `${currency} ${payee.kind} ${payee.id}`}
            nothingYet="Nothing: these sales were never split."
            purpose="Payees whose shares are reduced by these refunds."
          />
        </section>
      )}
      {cancelled > 0 && (
        <Text size="sm">
          {cancelled === 1 ? '1 registration' : `${cancelled} registrations`} will be cancelled.
        </Text>
      )}
      {byHand.length > 0 && (
        <Alert variant="outline" p="xs" role="note">
          By hand: return {sumsInWords(byHand)} yourself, then mark the refunds as returned.
        </Alert>
      )}
      {approved.length > 0 && <Text size="sm">This can't be undone.</Text>}
    </Stack>
  );
}

const GOES_BACK: Column<Asked>[] = [
  { key: 'student', header: 'To', rowHeader: true, cell: ({ student_name }) => student_name ?? '–' },
  {
    key: 'for',
    header: 'For',
    priority: 1,
    cell: ({ id, class_name, description }) => `#${id} ${class_name ?? description}`,
  },
  {
    key: 'way',
    header: 'By',
    card: 'line',
    priority: 2,
    cell: ({ by_hand }) => (by_hand ? 'By hand' : 'Stripe, as it was paid'),
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

const DEDUCTED: Column<Payee>[] = [
  { key: 'payee', header: 'Payee', rowHeader: true, cell: ({ payee }) => payee.name },
  { key: 'from', header: 'From', stays: true, card: 'line', cell: takenFrom },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    oneLine: true,
    stays: true,
    card: 'end',
    cell: ({ unpaid, paid, currency }) =>
      formatMoney(minorOf(unpaid, currency) + minorOf(paid, currency), currency),
  },
];

function takenFrom({ unpaid, paid, currency }: Payee): string {
  if (paid === 0) return 'What is not paid yet';
  if (unpaid === 0) return 'A later payout, as it is paid already';
  return `${formatMajor(unpaid, currency)} not paid yet, ${formatMajor(paid, currency)} from a later payout`;
}
