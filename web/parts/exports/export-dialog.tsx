import { Button, Group, Stack } from '@mantine/core';
import { Dialog, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { changeExport, type ExportEntry } from './export-list.ts';
import { ExportProgress } from './export-progress.tsx';

/** A running export. Closing it does not cancel: it continues in the frame. */
export function ExportDialog({ entry }: { entry: ExportEntry }) {
  const goOn = () => changeExport(entry.id, { inFront: false });
  return (
    <Dialog small title="Download CSV" name={entry.title} onClose={goOn}>
      <Stack gap="xs">
        <ExportProgress entry={entry} />
      </Stack>
      <DialogFooter>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={entry.cancel}>
            Cancel
          </Button>
          <Button data-autofocus onClick={goOn}>
            Continue in the background
          </Button>
        </Group>
      </DialogFooter>
    </Dialog>
  );
}
