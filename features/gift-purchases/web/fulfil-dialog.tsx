import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { Dialog, DialogFooter } from '../../../web/ui/dialog/dialog.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { focusOnMount } from '../../../web/ui/focus/focus-on-mount.ts';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { useOnce } from '../../../web/ui/use-once.ts';
import type { Purchase } from '../contract.ts';
import { calls, nameOf, reload } from './calls.ts';
import { OrderLines } from './order-lines.tsx';

export function FulfilOneDialog({ record, onClose }: DialogProps<Purchase>) {
  return <FulfilDialog ids={[record.id]} known={[record]} onClose={onClose} />;
}

type FulfilDialogProps = {
  ids: readonly number[];
  known: readonly Purchase[];
  onFulfilled?: () => void;
  onClose: () => void;
};

type Done = { file: string; fulfilment_id: number; count: number; opened: boolean };

/** Shows what will be sent first, and links to the file and the labels afterwards (specification: Fulfil). */
export function FulfilDialog({ ids, known, onFulfilled, onClose }: FulfilDialogProps) {
  const [done, setDone] = useState<Done | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { busy, once } = useOnce();
  const one = ids.length === 1 ? known[0] : undefined;
  const orders = ids.length === 1 ? 'Order' : `${ids.length.toLocaleString()} orders`;

  const fulfil = async () => {
    setRefused(null);
    // While the click still counts as one: a browser opens no tab after an answer has been waited for.
    const tab = window.open('about:blank', '_blank');
    try {
      const answer = await calls.fulfilPurchases.call({ ids: [...ids] });
      if (!answer.file) {
        tab?.close();
        toast('Notification error. Try again later', { kind: 'error', persistent: true });
      } else if (tab) {
        tab.opener = null;
        tab.location.replace(answer.file);
      }
      setDone({ ...answer, opened: answer.file !== '' && tab !== null });
      onFulfilled?.();
      await reload();
    } catch (error) {
      tab?.close();
      throw error;
    }
  };
  const fail = async (error: unknown) => {
    toast('Error. Try again later', { kind: 'error' });
    setRefused(failureOf(error).message);
    // What stands against it has come about since the list was read.
    await reload();
  };

  return (
    <Dialog
      small={!one || done !== null}
      title={done ? 'Fulfilled' : `Fulfill ${orders}`}
      name={one && nameOf(one)}
      size={one ? 'lg' : 'md'}
      onClose={() => (done || !busy) && onClose()}
    >
      {done ? (
        <Fulfilled {...done} onClose={onClose} />
      ) : (
        <>
          <Stack gap="sm">
            {one && <WhereItGoes id={one.id} />}
            <Text size="sm">
              {one ? 'The order' : `All ${orders}`} will be marked as fulfilled. This can't be undone. A file
              with {one ? 'the address or payout details' : 'the addresses and payout details'} opens in a new
              tab.
            </Text>
          </Stack>
          <DialogFooter>
            {refused && (
              <Alert color="red" variant="outline" role="alert">
                {refused}
              </Alert>
            )}
            <Group justify="flex-end">
              <Button
                variant="default"
                data-autofocus
                {...unavailable(busy)}
                onClick={() => !busy && onClose()}
              >
                Cancel
              </Button>
              <Button {...unavailable(busy)} aria-busy={busy} onClick={() => void once(fulfil, fail)}>
                {busy ? 'Fulfilling…' : `Fulfill ${orders}`}
              </Button>
            </Group>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

function WhereItGoes({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(calls.purchase.queryOptions({ input: { id }, staleTime: 0 }));
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  return data ? <OrderLines {...data.purchase} /> : <Text size="sm">Loading the address…</Text>;
}

function Fulfilled({ file, fulfilment_id, count, opened, onClose }: Done & { onClose: () => void }) {
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
          <Button component={Link} to={`/giveaways/fulfilments/${fulfilment_id}`} ref={focusOnMount}>
            Print labels
          </Button>
        </Group>
      </DialogFooter>
    </>
  );
}
