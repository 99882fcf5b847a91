import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { WorkProgress } from '../../../../web/parts/work-progress.tsx';
import { linkTo } from '../../../../web/ui/link-to.ts';
import { Time } from '../../../../web/ui/time.tsx';
import type { PayoutBatch } from '../contract.ts';
import { hasPayouts, progressOf } from './batch-progress.ts';
import { BatchTabs } from './batch-tabs.tsx';

export function BatchDetails({ batch }: { batch: PayoutBatch }) {
  const { id, state, decided_at, decided_by, making, failure } = batch;
  return (
    <Stack component="section" aria-label={`Batch ${id}`} gap="sm">
      {making && <Making making={making} />}
      {failure && (
        <Alert color="red" variant="outline" title="This batch failed">
          {failure}
        </Alert>
      )}
      <Text size="sm">
        {state === 'proposed' && 'Needs a second superadmin. Nothing is paid until they approve. '}
        {decided_at && (
          <>
            {state === 'cancelled' || making ? 'Cancelled' : 'Approved'} by {decided_by ?? 'an admin'},{' '}
            <Time value={decided_at} />.{' '}
          </>
        )}
        {hasPayouts(batch) && (
          <Anchor
            component={Link}
            {...linkTo('/payouts/history', { batch_id: id, program_id: undefined })}
            inherit
          >
            View payouts
          </Anchor>
        )}
      </Text>
      <BatchTabs batch={batch} />
    </Stack>
  );
}

function Making({ making }: { making: NonNullable<PayoutBatch['making']> }) {
  return (
    <div>
      <WorkProgress label="Processing payouts" {...progressOf(making)} />
      <Text size="sm" c="dimmed">
        {making.ending === null
          ? 'Nothing is sent until all transactions are in the batch. You can leave this page.'
          : 'Nothing is sent. These balances go back to Payouts.'}
      </Text>
    </div>
  );
}
