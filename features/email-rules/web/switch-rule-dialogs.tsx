import { Text } from '@mantine/core';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import type { EmailRule } from '../contract.ts';
import { calls, reload } from './calls.ts';
import { RuleSentence } from './rule-sentence-text.tsx';

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
      Nobody is written to by it until it is resumed. Mails that are still queued are not sent; whoever they
      were for is written to once it goes on.
    </ConfirmDialog>
  );
}

export function ResumeRuleDialog({ record: rule, onClose }: DialogProps<EmailRule>) {
  return (
    <ConfirmDialog
      title="Resume rule"
      name={rule.name}
      confirmLabel="Resume"
      busyLabel="Resuming…"
      onConfirm={() => switchTo(rule, true)}
      onClose={onClose}
    >
      <Text size="sm">Within five minutes it writes to those who are due:</Text>
      <Text size="sm" mt="xs">
        <RuleSentence rule={rule} />.
      </Text>
    </ConfirmDialog>
  );
}

/** Whatever somebody else has changed meanwhile, who pauses a rule wants it to stop. */
async function switchTo({ id }: EmailRule, active: boolean): Promise<void> {
  try {
    await calls.updateEmailRule.call({ id, active });
  } catch (error) {
    const { status, message } = failureOf(error);
    if (status === 400) toast(message, { kind: 'error', persistent: true });
    throw error;
  }
  await reload();
}
