import { Text } from '@mantine/core';
import type { Preview } from '../../../features/payouts/contract.ts';
import type { LastBatch } from '../../../features/payouts/last-batch.ts';
import { Time } from '../../ui/time.tsx';
import { comparedSums } from './batch-differences.ts';

type ComparedProps = { totals: Preview['totals']; last: LastBatch | null };

export function ComparedWithLast({ totals, last }: ComparedProps) {
  return (
    <Text size="sm" mb="xs" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {comparedSums(totals, last).join(' · ')}
      {last && (
        <Text span inherit c="dimmed">
          {' '}
          compared with batch #{last.id} of <Time exact value={last.created_at} />
        </Text>
      )}
    </Text>
  );
}
