import { beginExport } from '../../../web/parts/exports/export-run.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import { calls } from './calls.ts';

/** Milliseconds for which the toast offers the file; the list of the batch does so later. */
const AT_HAND_MS = 15_000;

/** Shows a toast with the number of tokens that were added, and the way to a file of them alone. */
export function toastBatch(batch_id: number, count: number): void {
  const download = async () => {
    await beginExport('LiL tokens', (polled) => calls.tokensCsv.call({ ...polled, batch_id }));
  };
  toast(`${count} tokens added`, {
    shown_ms: AT_HAND_MS,
    action: { label: 'Download CSV', run: download },
  });
}
