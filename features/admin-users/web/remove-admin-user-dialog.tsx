import { Text } from '@mantine/core';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';
import type { AdminUser } from '../contract.ts';
import { calls, reload } from './calls.ts';

export function RemoveAdminUserDialog({ record: { id, email }, onClose }: DialogProps<AdminUser>) {
  return (
    <ConfirmDialog
      title="Remove user?"
      quoted
      name={email}
      confirmLabel="Remove"
      busyLabel="Removing…"
      danger
      onConfirm={async () => {
        await calls.deleteAdminUser.call({ id });
        await reload();
      }}
      onClose={onClose}
    >
      <Text size="sm">They'll be signed out and lose access.</Text>
    </ConfirmDialog>
  );
}
