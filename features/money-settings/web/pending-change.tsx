import { Alert, Button, Group, Text } from '@mantine/core';
import { whyNotYours } from '../../../core/second-approver.ts';
import { Time } from '../../../web/ui/time.tsx';
import type { MoneySettings, PendingChange as Pending } from '../contract.ts';
import { ChangeTable } from './change-table.tsx';
import { changedRules } from './change-words.ts';

type PendingChangeProps = {
  pending: Pending;
  settings: MoneySettings;
  superadmin: boolean;
  alone: boolean;
  onApprove: () => void;
  onReject: () => void;
};

export function PendingChange(props: PendingChangeProps) {
  const { pending, settings, superadmin, alone, onApprove, onReject } = props;
  const { by, at, change, own } = pending;
  const why = whyNotYours(pending);
  return (
    <Alert color="yellow" variant="outline" title="Change needs a second superadmin" mb="md">
      <Text size="sm" mb="xs">
        {by ?? 'An admin'} requested this change <Time value={at} />. Not in effect until approved.
      </Text>
      <ChangeTable rules={changedRules(settings, change)} />
      {superadmin && why && (
        <Text size="sm" mt="xs">
          {why}.{own === 1 && alone && ' Add a second superadmin first.'}
        </Text>
      )}
      {superadmin && (
        <Group gap="xs" mt="sm">
          {!why && (
            <Button size="xs" onClick={onApprove}>
              Approve
            </Button>
          )}
          <Button size="xs" variant="default" onClick={onReject}>
            {own === 1 ? 'Withdraw request' : 'Reject'}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
