import { inMinutes } from '../../../web/ui/dates.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import type { EmailRule } from '../contract.ts';
import { calls, reload } from './calls.ts';

/** Milliseconds for which the toast offers the undo; later the rule's page does. */
const AT_HAND_MS = 30_000;

/** Shows a toast with the undo for a rule that waits for its first mails; returns false, without a toast, where none are waiting. */
export function toastStart(said: string, rule: EmailRule): boolean {
  const at = firstMailsOf(rule);
  if (at === null) return false;
  toast(`${said}. The first emails go out at ${inMinutes.format(new Date(at))}`, {
    shown_ms: AT_HAND_MS,
    open: { to: `/email/rules/${rule.id}`, search: {} },
    action: { label: 'Undo', run: () => undoStart(rule.id) },
  });
  return true;
}

/** Returns when the first mails go out: not before the rule begins, nor while it can be undone. Null where none are waiting. */
export function firstMailsOf({ run_after, first_mails_at }: EmailRule): string | null {
  if (first_mails_at === null) return null;
  return Date.parse(run_after) > Date.parse(first_mails_at) ? run_after : first_mails_at;
}

/** Throws where it is too late, naming the alternative. */
export async function undoStart(id: number): Promise<void> {
  try {
    const { rule } = await calls.undoEmailRule.call({ id });
    toast(rule.active === 1 ? 'Edit undone. No one was emailed' : 'Rule paused. No one was emailed');
  } finally {
    await reload();
  }
}
