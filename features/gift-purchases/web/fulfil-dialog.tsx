import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { openTabOnceProven } from '../../../web/step-up/open-tab.ts';
import { Dialog, DialogFooter } from '../../../web/ui/dialog/dialog.tsx';
import { SaveKeys } from '../../../web/ui/dialog/save-keys.tsx';
import { QueueStepper } from '../../../web/ui/queue/queue-stepper.tsx';
import { runToast } from '../../../web/ui/queue/run-toast.ts';
import { useActionPreview } from '../../../web/ui/queue/use-action-preview.ts';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import { unavailable } from '../../../web/ui/unavailable.ts';
import type { FulfilPreview, Purchase } from '../contract.ts';
import { MAX_CARRIER } from '../rules.ts';
import { type Beside, calls, nameOf, ordersInWords, reload } from './calls.ts';
import { FulfilLines } from './fulfil-lines.tsx';
import { type Fulfilled, FulfilledNote } from './fulfilled-note.tsx';
import { OrderLines } from './order-lines.tsx';

export function FulfilOneDialog({ record, steps, onClose }: DialogProps<Purchase, Beside>) {
  return <FulfilDialog ids={[record.id]} one={record} steps={steps} onClose={onClose} />;
}

type FulfilDialogProps = {
  ids: readonly number[];
  one?: Purchase;
  steps?: Beside['steps'];
  onFulfilled?: () => void;
  onClose: () => void;
};

/** Shows what will be sent and where first, and links to the file and the labels afterwards (specification: Fulfil). */
export function FulfilDialog({ ids, one, steps, onFulfilled, onClose }: FulfilDialogProps) {
  const [done, setDone] = useState<Fulfilled | null>(null);
  const [carrier, setCarrier] = useState('');
  const [numbers, setNumbers] = useState<ReadonlyMap<number, string>>(new Map());

  const fulfil = async (shown: FulfilPreview) => {
    const tab = await openTabOnceProven();
    try {
      const answer = await calls.fulfilPurchases.call({
        ids: [...ids],
        fingerprint: shown.fingerprint,
        carrier,
        tracking: [...numbers].map(([id, tracking_number]) => ({ id, tracking_number })),
      });
      if (!answer.file) {
        tab?.close();
        toast('Notification error. Try again later', { kind: 'error', persistent: true });
      } else if (tab) {
        tab.opener = null;
        tab.location.replace(answer.file);
      }
      setDone({ ...answer, opened: answer.file !== '' && tab !== null });
      tellFulfilled([answer]);
      onFulfilled?.();
      await reload();
    } catch (failed) {
      tab?.close();
      throw failed;
    }
  };
  const { preview, error, refused, busy, cancel, confirm, readAgain } = useActionPreview({
    read: () => calls.fulfilPreview.call({ ids: ids.join() }),
    act: fulfil,
    onFailed: () => {
      toast('Error. Try again later', { kind: 'error' });
      // What stands against it has come about since the list was read.
      return reload();
    },
  });
  const parcels = preview?.orders.some(({ line }) => line.address.length > 0) ?? false;
  const orders = ids.length === 1 ? 'Order' : ordersInWords(ids.length);

  return (
    <Dialog
      small={done !== null}
      title={done ? 'Fulfilled' : `Fulfill ${orders}`}
      name={one && nameOf(one)}
      size={done ? 'md' : 'lg'}
      returnTo={steps?.returnTo}
      onClose={() => (done || !busy) && onClose()}
    >
      {done ? (
        <FulfilledNote {...done} onNext={steps?.next} onClose={onClose} />
      ) : (
        <SaveKeys onSave={() => !busy && preview !== undefined && void confirm()}>
          <Stack gap="sm">
            {preview === undefined ? (
              error ? (
                <LoadError error={error} onRetry={readAgain} />
              ) : (
                <Text size="sm" role="status" mih="8rem">
                  Loading addresses…
                </Text>
              )
            ) : (
              one && <WhereItGoes id={one.id} key={preview.fingerprint} />
            )}
            {parcels && (
              <TextInput
                label="Carrier"
                value={carrier}
                maxLength={MAX_CARRIER}
                onChange={({ currentTarget }) => setCarrier(currentTarget.value)}
              />
            )}
            {preview && (
              <FulfilLines
                orders={preview.orders}
                isOne={one !== undefined}
                numbers={numbers}
                onNumber={(id, number) => setNumbers((now) => new Map([...now, [id, number]]))}
              />
            )}
            <Text size="sm">
              {one ? 'The order' : `All ${orders}`} will be marked as fulfilled. You can undo this until you
              print the sheet, for one day. A file with{' '}
              {one ? 'the address or payout details' : 'the addresses and payout details'} opens in a new tab.
            </Text>
          </Stack>
          <DialogFooter>
            {refused && (
              <Alert color="red" variant="outline" role="alert">
                {refused}
              </Alert>
            )}
            <Group justify="flex-end">
              {steps && (
                <div style={{ marginInlineEnd: 'auto' }}>
                  <QueueStepper steps={steps} />
                </div>
              )}
              <Button
                ref={cancel}
                variant="default"
                data-autofocus
                {...unavailable(busy)}
                onClick={() => !busy && onClose()}
              >
                Cancel
              </Button>
              <Button
                {...unavailable(busy || preview === undefined)}
                aria-busy={busy || preview === undefined}
                onClick={() => void confirm()}
              >
                {busy ? 'Fulfilling…' : `Fulfill ${orders}`}
              </Button>
            </Group>
          </DialogFooter>
        </SaveKeys>
      )}
    </Dialog>
  );
}

type Sent = { fulfilment_id: number; count: number };

/** Tells of fulfillments, a run of them in one toast, which undoes those that are not printed. */
const tellFulfilled = runToast<Sent>({
  words: (sent) => `${ordersInWords(sent.reduce((sum, { count }) => sum + count, 0))} fulfilled`,
  undo: async (sent) => {
    try {
      for (const { fulfilment_id } of sent) await calls.undoFulfilment.call({ id: fulfilment_id });
    } finally {
      await reload();
    }
  },
});

function WhereItGoes({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(calls.purchase.queryOptions({ input: { id }, staleTime: 0 }));
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  return data ? <OrderLines {...data.purchase} /> : <Text size="sm">Loading the address…</Text>;
}
