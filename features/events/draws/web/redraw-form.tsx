import { Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { focusOnMount } from '../../../../web/ui/focus/focus-on-mount.ts';
import { unavailable } from '../../../../web/ui/unavailable.ts';

type RedrawFormProps = {
  busy: boolean;
  onRedraw: (reason: string) => Promise<void>;
  onCancel: () => void;
};

export function RedrawForm({ busy, onRedraw, onCancel }: RedrawFormProps) {
  const [reason, setReason] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void onRedraw(reason.trim());
      }}
    >
      <Textarea
        label="Why another winner?"
        description="Optional. Kept with the rejected draw, not part of the public proof."
        ref={focusOnMount}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed" mt={4}>
        The previous proposal can no longer be confirmed.
      </Text>
      <Group justify="flex-end" mt="sm">
        <Button variant="default" {...unavailable(busy)} onClick={() => !busy && onCancel()}>
          Back
        </Button>
        <Button type="submit" {...unavailable(busy)} aria-busy={busy}>
          {busy ? 'Drawing…' : 'Redraw'}
        </Button>
      </Group>
    </form>
  );
}
