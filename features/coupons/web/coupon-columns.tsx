import { Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Column } from '../../../web/ui/table/column.ts';
import type { Coupon } from '../contract.ts';
import { KnownCouponLine } from './known-coupon.tsx';

export const COLUMNS: Column<Coupon>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 1, cell: ({ id }) => id },
  { key: 'coupon_name', header: 'Name', rowHeader: true, cell: ({ coupon_name }) => coupon_name },
  {
    key: 'coupon_stripe_id',
    header: 'Stripe ID',
    priority: 5,
    cell: ({ coupon_stripe_id }) => (
      <Text component="span" ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {coupon_stripe_id}
      </Text>
    ),
  },
  { key: 'program_id', header: 'Program', priority: 4, cell: programOf },
  {
    key: 'is_percents',
    header: 'Percentage',
    priority: 2,
    cell: ({ is_percents }) =>
      is_percents === 1 ? (
        <>
          <IconCheck size={18} aria-hidden style={{ verticalAlign: 'middle' }} />
          <VisuallyHidden>Yes</VisuallyHidden>
        </>
      ) : (
        'No'
      ),
  },
];

/** State at the payment provider, as of the last save. */
export const KNOWN: Column<Coupon> = {
  key: 'known',
  header: 'Discount',
  priority: 3,
  cell: ({ known }) => (known ? <KnownCouponLine known={known} /> : '–'),
};

function programOf({ program_id, program_display_name: name }: Coupon): string {
  return program_id === 0 ? 'Global site' : (name ?? `Program ${program_id}`);
}
