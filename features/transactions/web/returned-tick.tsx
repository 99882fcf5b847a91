import { Checkbox } from '@mantine/core';
import { failureOf } from '../../../web/ui/failure.ts';
import { Time } from '../../../web/ui/time.tsx';
import { toastSwitched } from '../../../web/ui/toast-switched.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import { useOnce } from '../../../web/ui/use-once.ts';
import type { RefundEntry } from '../contract.ts';
import { refunds, reloadAll } from './calls.ts';

/** Checkbox for the returned money of a refund by hand, with author and time; it can be undone. */
export function ReturnedTick({ refund: { id, returned_at, returned_by } }: { refund: RefundEntry }) {
  const { busy, once } = useOnce();
  const mark = async (returned: boolean) => {
    await refunds.calls.refundReturned.call({ id, returned });
    await reloadAll();
    toastSwitched(`Refund #${id} marked as ${returned ? 'returned' : 'not returned'}`, {
      undo: () => refunds.calls.refundReturned.call({ id, returned: !returned }),
      reload: reloadAll,
    });
  };
  return (
    <Checkbox
      size="xs"
      mt={4}
      aria-label={`Returned: refund #${id}`}
      label={
        returned_at === null ? (
          'Returned'
        ) : (
          <>
            Returned <Time value={returned_at} />
            {returned_by && `, ${returned_by}`}
          </>
        )
      }
      checked={returned_at !== null}
      aria-busy={busy}
      onChange={(event) => {
        const { checked } = event.currentTarget;
        void once(
          () => mark(checked),
          (error) => toast(failureOf(error).message, { kind: 'error', persistent: true }),
        );
      }}
    />
  );
}
