import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { DialogProps } from '../../../../web/parts/dialogs-of.tsx';
import { addressOf } from '../../../../web/parts/records/record-pages.ts';
import { Dialog, DialogFooter } from '../../../../web/ui/dialog/dialog.tsx';
import { linkTo } from '../../../../web/ui/link-to.ts';
import { QueueStepper } from '../../../../web/ui/queue/queue-stepper.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import { cannotApprove } from '../../refunds/rules.ts';
import { type Beside, nameOf } from '../../refunds/web/calls.ts';
import type { RefundRequest } from '../contract.ts';
import { ApproveRequestDialog, RejectRequestDialog } from './decide-request-dialogs.tsx';
import { STATUS_NAMES } from './request-columns.tsx';
import { RequestFacts } from './request-facts.tsx';

export function RequestDialog(props: DialogProps<RefundRequest, Beside>) {
  const { record, steps, onClose, onDecided } = props;
  const { charge_id, status, own } = record;
  const [deciding, setDeciding] = useState<{ id: number; how: 'approve' | 'reject' } | null>(null);
  const isDecided = useRef(false);
  const mayApprove = status === null && cannotApprove(record) === null;
  const mayReject = status === null && own === 0;
  if (deciding?.id === record.id) {
    const Decide = deciding.how === 'approve' ? ApproveRequestDialog : RejectRequestDialog;
    return (
      <Decide
        {...props}
        onDecided={(id, words) => {
          isDecided.current = true;
          onDecided(id, words);
        }}
        onClose={() => (isDecided.current ? onClose() : setDeciding(null))}
      />
    );
  }
  const decide = (how: 'approve' | 'reject') => {
    isDecided.current = false;
    setDeciding({ id: record.id, how });
  };
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const how = key === 'a' && mayApprove ? 'approve' : key === 'r' && mayReject ? 'reject' : null;
    if (how === null) return;
    event.preventDefault();
    decide(how);
  };
  return (
    <Dialog
      title={`Refund request #${record.id}`}
      name={nameOf(record)}
      returnTo={steps.returnTo}
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={press}>
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
            <Group gap="xs">
              <Button variant="default" data-autofocus onClick={onClose}>
                Close
              </Button>
              {mayReject && (
                <Button variant="default" aria-keyshortcuts="r" onClick={() => decide('reject')}>
                  Reject…
                </Button>
              )}
              {mayApprove && (
                <Button aria-keyshortcuts="a" onClick={() => decide('approve')}>
                  Approve…
                </Button>
              )}
            </Group>
          </Group>
        </DialogFooter>
      </div>
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
