import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../../../web/ui/failure.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { useOnce } from '../../../web/ui/use-once.ts';
import type { Purchase } from '../contract.ts';
import { MAX_CARRIER, MAX_TRACKING_NUMBER } from '../rules.ts';
import { calls, reload } from './calls.ts';

export function TrackingForm({ order }: { order: Purchase }) {
  const [saved, setSaved] = useState({ carrier: order.carrier, tracking_number: order.tracking_number });
  const [typed, setTyped] = useState(saved);
  const { busy, once } = useOnce();
  const isSaved = typed.carrier === saved.carrier && typed.tracking_number === saved.tracking_number;
  const save = async () => {
    const { purchase } = await calls.trackPurchase.call({ id: order.id, ...typed });
    const { carrier, tracking_number } = purchase;
    setSaved({ carrier, tracking_number });
    setTyped({ carrier, tracking_number });
    toast('Tracking saved');
    await reload();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaved)
          void once(save, (error) => toast(failureOf(error).message, { kind: 'error', persistent: true }));
      }}
    >
      <Group gap="sm" mt="md" align="flex-end">
        <TextInput
          label="Carrier"
          value={typed.carrier}
          maxLength={MAX_CARRIER}
          onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, carrier: value }))}
        />
        <TextInput
          label="Tracking number"
          value={typed.tracking_number}
          maxLength={MAX_TRACKING_NUMBER}
          onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, tracking_number: value }))}
        />
        <Button type="submit" variant="default" {...unavailable(busy || isSaved)} aria-busy={busy}>
          {busy ? 'Saving…' : 'Save tracking'}
        </Button>
      </Group>
    </form>
  );
}
