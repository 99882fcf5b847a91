import { Text } from '@mantine/core';
import { Dialog } from '../ui/dialog/dialog.tsx';

export function ForbiddenDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="No permission" onClose={onClose} small>
      <Text size="sm">Your account doesn't have the required permission. Ask an admin.</Text>
    </Dialog>
  );
}
