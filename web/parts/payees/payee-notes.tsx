import { Badge, Group, Text } from '@mantine/core';
import type { PreviewedPayee } from '../../../features/payouts/contract.ts';
import { PAYOUT_METHOD_NAMES } from '../../../features/payouts/rules.ts';
import { Time } from '../../ui/time.tsx';

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

type Noted = Pick<PreviewedPayee, 'changed_at' | 'release' | 'first' | 'largest'> & {
  payable_from?: string | null;
};

export function PayeeNotes({ changed_at, payable_from = null, release, first, largest }: Noted) {
  const marks = [...(first ? ['New payee'] : []), ...(largest ? ['Largest payout'] : [])];
  return (
    <>
      {marks.length > 0 && (
        <Group component="span" gap={4} mt={2}>
          {marks.map((mark) => (
            <Badge key={mark} component="span" variant="default" size="sm" tt="none" fw={500}>
              {mark}
            </Badge>
          ))}
        </Group>
      )}
      {changed_at !== null && (
        <Text size="xs" fw={600} component="span" display="block">
          Email or payout details changed <Time value={changed_at} />
          {payable_from !== null && (
            <>
              , payable from <Time exact value={payable_from} />
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
