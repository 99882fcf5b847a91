import { IconTrash } from '@tabler/icons-react';
import type { BulkVerb } from '../../../web/parts/switching/use-bulk-switches.tsx';
import type { Coupon } from '../contract.ts';

export const COUPON_VERBS: readonly BulkVerb<Coupon, 'removed'>[] = [
  {
    field: 'removed',
    to: 1,
    words: ['Remove', 'removed'],
    icon: <IconTrash size={14} aria-hidden />,
    from: () => 0,
    asks: "Removes the coupons here. The Stripe coupons aren't affected. This can't be undone.",
  },
];
