import { Text } from '@mantine/core';
import type { PreviewedPayee } from '../../../features/payouts/contract.ts';
import { Time } from '../../ui/time.tsx';
import { PAYOUT_METHOD_NAMES } from './payout-words.ts';

export function Account({ method, account }: Pick<PreviewedPayee, 'method' | 'account'>) {
  return (
    method && (
      <>
        {PAYOUT_METHOD_NAMES[method]}
        {account !== null && (
          <Text size="xs" c="dimmed" component="span" display="block" style={{ overflowWrap: 'anywhere' }}>
            {account}
          </Text>
        )}
      </>
    )
  );
}

type Noted = Pick<PreviewedPayee, 'changed_at' | 'release'> & { payable_from?: string | null };

/** Recent changes, and the staff who released payments to a deleted or inactive payee. */
export function PayeeNotes({ changed_at, payable_from = null, release }: Noted) {
  return (
    <>
      {changed_at !== null && (
        <Text size="xs" fw={600} component="span" display="block">
          Email or payout details changed <Time value={changed_at} />
          {payable_from !== null && (
            <>
              , payable from <Time value={payable_from} />
            </>
          )}
        </Text>
      )}
      {release !== null && (
        <Text size="xs" component="span" display="block">
          Deleted or inactive, allowed by {release.by ?? 'an admin'} <Time value={release.at} />:{' '}
          {release.reason}
        </Text>
      )}
    </>
  );
}
