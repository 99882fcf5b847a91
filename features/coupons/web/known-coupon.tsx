import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { StatusPill } from '../../../web/ui/status-pill.tsx';
import { Time } from '../../../web/ui/time.tsx';
import type { KnownCoupon } from '../contract.ts';
import { discountOf, isUsable } from '../rules.ts';

export function KnownCouponLine({ known }: { known: KnownCoupon }) {
  const { redeem_by } = known;
  const [now] = useState(Date.now);
  return (
    <Group gap={6} component="span" display="inline-flex">
      <span style={{ whiteSpace: 'nowrap' }}>{discountOf(known)}</span>
      {!isUsable(known, now) ? (
        <StatusPill status="failed">Not valid</StatusPill>
      ) : (
        redeem_by && (
          <Text component="span" size="xs" c="dimmed">
            until <Time exact value={redeem_by} />
          </Text>
        )
      )}
    </Group>
  );
}
