import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DialogProps } from '../../../../web/parts/dialogs-of.tsx';
import { addressOf } from '../../../../web/parts/records/record-pages.ts';
import { Dialog, DialogFooter } from '../../../../web/ui/dialog/dialog.tsx';
import { linkTo } from '../../../../web/ui/link-to.ts';
import { QueueStepper } from '../../../../web/ui/queue/queue-stepper.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import { cannotApprove } from '../../refunds/rules.ts';
import { type Beside, nameOf } from '../../refunds/web/calls.ts';
import type { RefundRequest } from '../contract.ts';
import { STATUS_NAMES } from './request-columns.tsx';
import { RequestFacts } from './request-facts.tsx';

export function RequestDialog({ record, steps, onClose }: DialogProps<RefundRequest, Beside>) {
  const { charge_id } = record;
  return (
    <Dialog
      title={`Refund request #${record.id}`}
      name={nameOf(record)}
      returnTo={steps.returnTo}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Standing request={record} />
        <RequestFacts request={record} />
      </Stack>
      <DialogFooter>
        <Group justify="space-between">
          <Anchor component={Link} {...linkTo(addressOf('transaction', charge_id), {})} size="sm">
            Transaction {charge_id}
          </Anchor>
          <QueueStepper steps={steps} />
          <Button variant="default" data-autofocus onClick={onClose}>
            Close
          </Button>
        </Group>
      </DialogFooter>
    </Dialog>
  );
}

function Standing({ request }: { request: RefundRequest }) {
  const { status, failure, decided_by, decided_at, refunded_at } = request;
  if (status === null) {
    const against = cannotApprove(request);
    return (
      <Text size="sm" fw={600}>
        Needs approval.{against && ` ${against}.`}
      </Text>
    );
  }
  return (
    <div>
      <Text size="sm" fw={600}>
        {STATUS_NAMES[status]}
        {refunded_at && (
          <>
            {' '}
            <Time value={refunded_at} />
          </>
        )}
        {failure && `: ${failure}`}
      </Text>
      <Text size="sm" c="dimmed">
        {status === 'rejected' ? 'Rejected' : 'Approved'} by {decided_by ?? 'an admin'}
        {decided_at && (
          <>
            , <Time value={decided_at} />
          </>
        )}
      </Text>
    </div>
  );
}
