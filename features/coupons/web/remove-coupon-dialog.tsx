import { Text } from '@mantine/core';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';
import type { Coupon } from '../contract.ts';
import { calls, reload } from './calls.ts';

export function RemoveCouponDialog({ record: { id, coupon_name }, onClose }: DialogProps<Coupon>) {
  return (
    <ConfirmDialog
      title="Remove coupon?"
      quoted
      name={coupon_name}
      confirmLabel="Remove"
      busyLabel="Removing…"
      danger
      onConfirm={async () => {
        try {
          await calls.deleteCoupon.call({ id });
        } finally {
          // One that was gone goes from the list as well.
          await reload();
        }
      }}
      onClose={onClose}
    >
      <Text size="sm">Removes the coupon here. The Stripe coupon isn't affected.</Text>
    </ConfirmDialog>
  );
}
