import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { linkTo } from '../../../../web/ui/link-to.ts';
import { Time } from '../../../../web/ui/time.tsx';
import type { PayoutBatch } from '../contract.ts';
import { BatchTabs } from './batch-tabs.tsx';

/** A batch in place: who decided, its sums, who was not paid and why. */
export function BatchDetails({ batch }: { batch: PayoutBatch }) {
  const { id, state, decided_at, decided_by } = batch;
  return (
    <Stack component="section" aria-label={`Batch ${id}`} gap="sm">
      <Text size="sm">
        {state === 'proposed' && 'Needs a second superadmin. Nothing is paid until they approve. '}
        {decided_at && (
          <>
            {state === 'cancelled' ? 'Cancelled' : 'Approved'} by {decided_by ?? 'an admin'},{' '}
            <Time value={decided_at} />.{' '}
          </>
        )}
        {state !== 'cancelled' && (
          <Anchor component={Link} {...linkTo('/payouts/history', { batch_id: id })} inherit>
            View payouts
          </Anchor>
        )}
      </Text>
      <BatchTabs batch={batch} />
    </Stack>
  );
}
