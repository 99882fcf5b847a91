import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DialogFooter } from '../../../web/ui/dialog/dialog.tsx';
import { focusOnMount } from '../../../web/ui/focus/focus-on-mount.ts';

export type Fulfilled = {
  file: string;
  fulfilment_id: number;
  count: number;
  opened: boolean;
};

type FulfilledNoteProps = Fulfilled & { onNext: (() => void) | undefined; onClose: () => void };

export function FulfilledNote({ file, fulfilment_id, count, opened, onNext, onClose }: FulfilledNoteProps) {
  return (
    <>
      <Text size="sm" role="status">
        {count === 1 ? 'The order is' : `${count.toLocaleString()} orders are`} fulfilled.{' '}
        {file
          ? `${opened ? 'The file opened in a new tab' : 'Your browser blocked the file'}. You can download the file for one day. `
          : 'The file could not be created. You can still print the labels.'}
        {file && (
          <Anchor href={file} target="_blank" rel="noopener" inherit>
            {opened ? 'Open it again' : 'Open the file'}
          </Anchor>
        )}
      </Text>
      <DialogFooter>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {onNext && (
            <Button variant="default" onClick={onNext}>
              Next order
            </Button>
          )}
          <Button component={Link} to={`/giveaways/fulfilments/${fulfilment_id}`} ref={focusOnMount}>
            Print labels
          </Button>
        </Group>
      </DialogFooter>
    </>
  );
}
