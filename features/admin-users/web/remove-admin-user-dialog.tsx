import { Text } from '@mantine/core';
import { apiOf, queryClient } from '../../../web/api.ts';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { type AdminUser, adminUsersContract } from '../contract.ts';

const api = apiOf({ adminUsers: adminUsersContract });

export function RemoveAdminUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const remove = async () => {
    await api.adminUsers.deleteAdminUser.call({ id: user.id });
    await queryClient.invalidateQueries({ queryKey: api.adminUsers.key() });
  };
  return (
    <ConfirmDialog
      title="Remove user?"
      confirmLabel="Remove"
      busyLabel="Removing…"
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {user.email} is signed out at once and cannot sign in any more.
      </Text>
    </ConfirmDialog>
  );
}
