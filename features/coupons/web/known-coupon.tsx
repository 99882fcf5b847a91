import { Badge, Group, Text } from '@mantine/core';
import { useState } from 'react';
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
        <Badge component="span" variant="outline" color="red" size="sm" radius="sm" tt="none">
          Not valid
        </Badge>
      ) : (
        redeem_by && (
          <Text component="span" size="xs" c="dimmed">
            until <Time value={redeem_by} />
          </Text>
        )
      )}
    </Group>
  );
}
