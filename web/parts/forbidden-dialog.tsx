import { Text } from '@mantine/core';
import { Dialog } from '../ui/dialog/dialog.tsx';

/** An address may come from somebody who may do more. */
export function ForbiddenDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Not yours to do" onClose={onClose} small>
      <Text size="sm">Your account does not have the permission that this needs.</Text>
    </Dialog>
  );
}
