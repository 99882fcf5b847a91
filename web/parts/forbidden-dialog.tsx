import { Text } from '@mantine/core';
import { Dialog } from '../ui/dialog/dialog.tsx';

/** Shown where the address names a dialog that the person may not open. */
export function ForbiddenDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Not yours to do" onClose={onClose} small>
      <Text size="sm">Your account does not have the permission that this needs.</Text>
    </Dialog>
  );
}
