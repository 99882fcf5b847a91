import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { PayoutBatch } from '../../../features/payouts/batches/contract.ts';
import type { Preview } from '../../../features/payouts/contract.ts';
import { openTabOnceProven } from '../../step-up/open-tab.ts';
import { Dialog, DialogFooter, type DialogTitle } from '../../ui/dialog/dialog.tsx';
import { failureOf } from '../../ui/failure.ts';
import { LoadError } from '../../ui/table/loaded-list.tsx';
import { toast } from '../../ui/toasts.tsx';
import { unavailable } from '../../ui/unavailable.ts';
import { useOnce } from '../../ui/use-once.ts';
import { addressOf } from '../records/record-pages.ts';
import { needsApproval, PayoutPreviewPanel } from './payout-preview-panel.tsx';
import { payoutsOf } from './payout-words.ts';

type MadeBatch = { file: string | null; batch: PayoutBatch };

type PayDialogProps = DialogTitle & {
  read: () => Promise<Preview>;
  /** Pays what was previewed, or nothing; its route has an `intent`, so that a retry does not pay twice. */
  pay: (fingerprint: string) => Promise<MadeBatch>;
  reload: () => Promise<unknown>;
  onPaid?: () => void;
  onClose: () => void;
};

/** Preview of a payout, which can be sent only from here; the focus starts on Cancel (specification: Payouts). */
export function PayDialog({ read, pay, reload, onPaid, onClose, ...title }: PayDialogProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['payout preview', useId()],
    queryFn: read,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [changed, setChanged] = useState<Preview | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { busy, once } = useOnce();
  const cancel = useRef<HTMLButtonElement>(null);
  const preview = changed ?? data;
  const paid = preview?.payees.filter(({ payable }) => payable).length ?? 0;
  const closed = busy || isFetching || paid === 0;

  const send = async ({ fingerprint, payees }: Preview) => {
    setRefused(null);
    // While the press still counts as one: a browser opens no tab after a long answer has been waited for.
    const tab = needsApproval(payees) ? null : await openTabOnceProven();
    try {
      tell(await pay(fingerprint), tab);
    } catch (error) {
      tab?.close();
      throw error;
    }
    onPaid?.();
    onClose();
    await reload();
  };
  const fail = async (error: unknown) => {
    const { message, preview: now, code, status } = failureOf(error);
    cancel.current?.focus();
    if (now) {
      setChanged(now as Preview);
      setRefused(CHANGED);
      return;
    }
    const isHeard = code === 'IDEMPOTENCY_KEY_REUSED';
    setRefused(isHeard ? HEARD : message);
    toast(isHeard ? HEARD : 'Notification error. Try again later', {
      kind: 'error',
      persistent: true,
      ...(isHeard && { open: { to: '/payouts/batches', search: {} } }),
    });
    // Without an answer the same is sent again under the same key: what was looked at has to stay.
    if (status === 0 || status >= 500) {
      // It may have been paid all the same: the list behind shows what is open now.
      await reload();
      return;
    }
    setChanged(null);
    await Promise.all([refetch(), reload()]);
  };

  return (
    <Dialog {...title} size="xl" onClose={() => !busy && onClose()}>
      {error && !preview ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : preview ? (
        <PayoutPreviewPanel key={preview.fingerprint} preview={preview} />
      ) : (
        <Text size="sm" role="status">
          Calculating…
        </Text>
      )}
      <DialogFooter>
        {refused && (
          <Alert color="red" variant="outline" role="alert" p="xs">
            {refused}
          </Alert>
        )}
        <Group justify="flex-end">
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
            {...unavailable(closed)}
            aria-busy={busy}
            onClick={() => preview && !closed && void once(() => send(preview), fail)}
          >
            {busy
              ? 'Sending…'
              : paid === 0
                ? 'Send Payouts'
                : `Send ${paid} ${paid === 1 ? 'payout' : 'payouts'}`}
          </Button>
        </Group>
      </DialogFooter>
    </Dialog>
  );
}

function tell({ file, batch }: MadeBatch, tab: Window | null): void {
  const open = { to: addressOf('batch', batch.id), search: {} };
  if (file && tab) {
    tab.opener = null;
    tab.location.replace(file);
  } else tab?.close();
  if (file) {
    const untold = tab ? '' : '. Your browser blocked the file; download it from the batch.';
    toast(`Payout created: ${payoutsOf(batch.payees)}${untold}`, { open, persistent: !tab });
  } else if (batch.state === 'proposed') toast('Needs approval', { open });
  else if (batch.state === 'making') toast('Processing payouts', { open });
  else toast('Notification error. Try again later', { kind: 'error', persistent: true, open });
}

const CHANGED = 'Amounts changed while this was open. Nothing was sent. Review and send again.';

const HEARD = 'The earlier payout went through; nothing was sent twice. Check the payout batches.';
