import { Alert, Stack, Text } from '@mantine/core';
import { formatMajor } from '../../../../core/money.ts';
import type { DialogProps } from '../../../../web/parts/dialogs-of.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/confirm-dialog.tsx';
import { QueueStepper } from '../../../../web/ui/queue/queue-stepper.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { BY_HAND } from '../../refunds/rules.ts';
import type { Beside } from '../../refunds/web/calls.ts';
import { calls, nameOf } from '../../refunds/web/calls.ts';
import { GivesBack } from '../../refunds/web/gives-back.tsx';
import type { RefundRequest } from '../contract.ts';
import { RequestFacts } from './request-facts.tsx';
import { tellRefunded, tellRejected } from './told-refunds.ts';

type Props = DialogProps<RefundRequest, Beside>;

/** Focuses Cancel first (specification: Refunds confirmation). */
export function ApproveRequestDialog({ record, onDecided, steps, onClose }: Props) {
  const approve = async () => {
    await calls.approveRefundRequest.call({ id: record.id });
    tellRefunded([record]);
    onDecided(record.id, 'Approved, processing');
  };
  return (
    <ConfirmDialog
      title="Confirm refund?"
      name={nameOf(record)}
      quoted
      size="lg"
      confirmLabel={`Refund ${formatMajor(record.amount, record.currency)}`}
      busyLabel="Refunding…"
      next={steps.next && { label: 'Refund and next', onDone: steps.next }}
      aside={<QueueStepper steps={steps} />}
      returnTo={steps.returnTo}
      onConfirm={() => approve().catch((error: unknown) => fail(error, record, onDecided))}
      onClose={onClose}
    >
      <Stack gap="sm">
        <RequestFacts request={record} />
        <GivesBack request={record} />
        {record.by_hand === 1 ? (
          <Alert variant="outline" p="xs">
            {BY_HAND}
          </Alert>
        ) : (
          <Text size="sm">
            {formatMajor(record.amount, record.currency)} goes back to the student. This can't be undone.
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

export function RejectRequestDialog({ record, onDecided, steps, onClose }: Props) {
  const reject = async () => {
    await calls.rejectRefundRequest.call({ id: record.id });
    tellRejected([record]);
    onDecided(record.id, 'Rejected, processing');
  };
  return (
    <ConfirmDialog
      title="Reject refund?"
      name={nameOf(record)}
      quoted
      danger
      size="lg"
      confirmLabel="Reject"
      busyLabel="Rejecting…"
      next={steps.next && { label: 'Reject and next', onDone: steps.next }}
      aside={<QueueStepper steps={steps} />}
      returnTo={steps.returnTo}
      onConfirm={() => reject().catch((error: unknown) => fail(error, record, onDecided))}
      onClose={onClose}
    >
      <Stack gap="sm">
        <RequestFacts request={record} />
        <Text size="sm">No money is refunded. A new request can be made.</Text>
      </Stack>
    </ConfirmDialog>
  );
}

/** Marks the row as tried, with a toast, and rethrows for the dialog to show why. */
function fail(error: unknown, { id }: RefundRequest, onDecided: Beside['onDecided']): never {
  toast('Refund error. Try again later', { kind: 'error' });
  onDecided(id, 'Attempted, checking');
  throw error;
}
