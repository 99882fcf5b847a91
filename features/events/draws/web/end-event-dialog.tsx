import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { Dialog, DialogFooter } from '../../../../web/ui/dialog/dialog.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { Time } from '../../../../web/ui/time.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';
import type { Event } from '../../contract.ts';
import { calls, readEvent, reload } from '../../web/calls.ts';
import { DrawWinnerDialog } from './draw-winner-dialog.tsx';

export function EndEventDialog({ record: event, onClose }: { record: Event; onClose: () => void }) {
  const [ended, setEnded] = useState<Event | null>(null);
  if (ended) return <DrawWinnerDialog record={ended} onClose={onClose} />;
  return <Question event={event} onEnded={setEnded} onClose={onClose} />;
}

type QuestionProps = { event: Event; onEnded: (event: Event) => void; onClose: () => void };

function Question({ event, onEnded, onClose }: QuestionProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { busy, once } = useOnce();
  const close = () => !busy && onClose();

  const end = () => {
    if (reason.trim() === '') {
      setMissing(true);
      return field.current?.focus();
    }
    return once(
      async () => {
        setFailed(null);
        await calls.endEvent.call({ id: event.id, reason });
        const [record] = await Promise.all([readEvent(event.id, 0), reload()]);
        onEnded(record);
      },
      (error) => setFailed(failureOf(error).message),
    );
  };

  return (
    <Dialog small quoted title="End this giveaway now?" name={event.name} onClose={close}>
      <Stack gap="md">
        <Text size="sm">
          {event.tickets.toLocaleString('en-US')} of {event.available.toLocaleString('en-US')} tickets sold.
          The giveaway would end <Time exact value={event.end_at} />. Ticket sales stop now, and the winner is
          drawn from the tickets sold. This can't be undone.
        </Text>
        <Textarea
          ref={field}
          label="Reason"
          description="Published with the proof of the draw."
          required
          rows={2}
          maxLength={500}
          value={reason}
          error={missing && 'Enter a reason'}
          onChange={(changed) => {
            setReason(changed.currentTarget.value);
            setMissing(false);
          }}
        />
      </Stack>
      <DialogFooter>
        {failed && (
          <Alert color="red" variant="outline" role="alert">
            {failed}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus {...unavailable(busy)} onClick={close}>
            Cancel
          </Button>
          <Button color="red" {...unavailable(busy)} aria-busy={busy} onClick={() => void end()}>
            {busy ? 'Ending…' : 'End and draw'}
          </Button>
        </Group>
      </DialogFooter>
    </Dialog>
  );
}
