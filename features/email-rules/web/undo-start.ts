import { inMinutes } from '../../../web/ui/dates.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import type { EmailRule } from '../contract.ts';
import { calls, reload } from './calls.ts';

/** Said of a rule that waits for its first mails, with the way back for as long as there is one. */
export function toastStart(said: string, { id, first_mails_at }: EmailRule): void {
  if (first_mails_at === null) return;
  toast(`${said}. The first emails go out at ${inMinutes.format(new Date(first_mails_at))}`, {
    shown_ms: Math.max(0, Date.parse(first_mails_at) - Date.now()),
    open: { to: `/email/rules/${id}`, search: {} },
    action: { label: 'Undo', run: () => undoStart(id) },
  });
}

/** Throws where it is too late, with what can be done instead. */
export async function undoStart(id: number): Promise<void> {
  try {
    const { rule } = await calls.undoEmailRule.call({ id });
    toast(rule.active === 1 ? 'Edit undone. No one was emailed' : 'Rule paused. No one was emailed');
  } finally {
    await reload();
  }
}
