import { Stack, Text } from '@mantine/core';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import type { MoneySettingsAnswer } from '../contract.ts';
import { type Beside, calls, reload } from './calls.ts';
import { ChangeTable } from './change-table.tsx';
import { changedRules } from './change-words.ts';

type Props = DialogProps<MoneySettingsAnswer, Beside>;

export function ApproveChangeDialog({ record, onClose }: Props) {
  return (
    <Decide
      record={record}
      title="Approve change?"
      confirmLabel="Approve"
      text="The new settings apply immediately."
      decide={(id) => calls.approveMoneySettings.call({ id })}
      said="Approved"
      onClose={onClose}
    />
  );
}

export function RejectChangeDialog({ record, onClose }: Props) {
  const own = record.pending?.own === 1;
  return (
    <Decide
      record={record}
      title={own ? 'Withdraw request?' : 'Reject change?'}
      confirmLabel={own ? 'Withdraw request' : 'Reject'}
      text="The current settings stay."
      decide={(id) => calls.rejectMoneySettings.call({ id })}
      said={own ? 'Request withdrawn' : 'Rejected'}
      onClose={onClose}
    />
  );
}

type DecideProps = {
  record: MoneySettingsAnswer;
  title: string;
  confirmLabel: string;
  text: string;
  decide: (id: number) => Promise<unknown>;
  said: string;
  onClose: () => void;
};

/** Focuses Cancel first; says so where another superadmin has decided already. */
function Decide({ record, title, confirmLabel, text, decide, said, onClose }: DecideProps) {
  const { settings, pending } = record;
  const confirm = async () => {
    if (!pending) return;
    try {
      await decide(pending.id);
    } catch (error) {
      if (failureOf(error).status === 409) void reload();
      throw error;
    }
    toast(said);
    await reload();
  };
  return (
    <ConfirmDialog title={title} confirmLabel={confirmLabel} onConfirm={confirm} onClose={onClose}>
      <Stack gap="sm">
        {pending && <ChangeTable rules={changedRules(settings, pending.change)} />}
        <Text size="sm">{text}</Text>
      </Stack>
    </ConfirmDialog>
  );
}
