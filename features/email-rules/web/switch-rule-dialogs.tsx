import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { toastSwitched } from '../../../web/ui/toast-switched.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import type { EmailRule } from '../contract.ts';
import { AUDIENCE_CHANGED } from '../rules.ts';
import { calls, reload } from './calls.ts';
import { RuleSentence } from './conditions/rule-sentence-text.tsx';
import { peopleOf, StartFacts } from './start-question.tsx';
import { toastStart } from './undo-start.ts';

export function PauseRuleDialog({ record: rule, onClose }: DialogProps<EmailRule>) {
  return (
    <ConfirmDialog
      title="Pause rule"
      name={rule.name}
      confirmLabel="Pause"
      busyLabel="Pausing…"
      onConfirm={() => switchTo(rule, false)}
      onClose={onClose}
    >
      No emails are sent while paused. Queued emails are held and sent when you resume.
    </ConfirmDialog>
  );
}

/** Shows the number of recipients first; the number shown is the one confirmed. */
export function ResumeRuleDialog({ record: rule, onClose }: DialogProps<EmailRule>) {
  const {
    data: preview,
    error,
    refetch,
  } = useQuery({
    queryKey: [...calls.emailRule.key({ input: { id: rule.id } }), 'resume'],
    queryFn: () => calls.previewEmailRule.call({ id: rule.id, active: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const resume = async () => {
    if (!preview) return;
    try {
      await switchTo(rule, true, preview.due_count);
    } catch (failure) {
      if (failureOf(failure).code === AUDIENCE_CHANGED) void refetch();
      throw failure;
    }
  };
  return (
    <ConfirmDialog
      title="Resume rule"
      name={rule.name}
      confirmLabel={preview ? `Email ${peopleOf(preview)}` : 'Counting…'}
      busyLabel="Resuming…"
      disabled={!preview}
      onConfirm={resume}
      onClose={onClose}
    >
      <Stack gap="xs" mih="6em">
        <Text size="sm">
          <RuleSentence rule={rule} />.
        </Text>
        {preview && <StartFacts preview={preview} />}
        {error && !preview && <LoadError error={error} onRetry={() => void refetch()} />}
      </Stack>
    </ConfirmDialog>
  );
}

/** Ignores changes of others meanwhile: pausing must always work. */
async function switchTo({ id }: EmailRule, active: boolean, confirmed_due_count?: number): Promise<void> {
  try {
    const more = confirmed_due_count === undefined ? {} : { confirmed_due_count };
    const { rule } = await calls.updateEmailRule.call({ id, active, ...more });
    const said = active ? 'Rule resumed' : 'Rule paused';
    if (!active || !toastStart(said, rule)) toastSwitched(said, { undo: () => switchBack(rule), reload });
  } catch (error) {
    const { status, message } = failureOf(error);
    if (status === 400) toast(message, { kind: 'error', persistent: true });
    throw error;
  }
  await reload();
}

/** Returns a rule to what it was before this switch. A resumed one emails no one for some minutes, and can be undone until then. */
async function switchBack({ id, active, updated_at }: EmailRule): Promise<void> {
  if (active === 1) return void (await calls.updateEmailRule.call({ id, active: false, updated_at }));
  const { due_count } = await calls.previewEmailRule.call({ id, active: true, updated_at });
  const { rule } = await calls.updateEmailRule.call({
    id,
    active: true,
    updated_at,
    confirmed_due_count: due_count,
  });
  toastStart('Rule resumed', rule);
}
