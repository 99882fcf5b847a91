import { Text } from '@mantine/core';
import { Dialog } from '../ui/dialog/dialog.tsx';

/** Shown where the address names a dialog that the person may not open. */
export function ForbiddenDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="No permission" onClose={onClose} small>
      <Text size="sm">Your account doesn't have the required permission. Ask an admin.</Text>
    </Dialog>
  );
}
