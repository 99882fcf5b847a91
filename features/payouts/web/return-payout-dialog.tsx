import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { formatMajor } from '../../../core/money.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import type { Payout } from '../batches/contract.ts';
import { MAX_RETURN_REASON } from '../rules.ts';
import { batchCalls, reloadAll } from './calls.ts';
import { payeeName } from './history-words.ts';

/** Records that the bank returned a payout; the focus starts on Cancel (specification: Payouts). */
export function ReturnPayoutDialog({ record, onClose }: DialogProps<Payout>) {
  const { id, amount, currency } = record;
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? 'Enter a reason' : null) },
  });
  const give = async ({ reason }: { reason: string }) => {
    await batchCalls.returnPayout.call({ id, reason });
    await reloadAll();
  };
  return (
    <FormDialog
      title="Return payout"
      name={`#${id} ${payeeName(record)}`}
      cautious
      form={form}
      saveLabel="Return"
      busyLabel="Returning…"
      failures="inline"
      savedText={`Payout #${id} marked as returned`}
      onSave={give}
      onClose={onClose}
    >
      <Text size="sm">
        Mark as returned by the bank. {formatMajor(amount, currency)} goes back to the {currency} balance of{' '}
        {payeeName(record)}. This can't be undone.
      </Text>
      <Textarea
        label="Reason"
        required
        autosize
        minRows={2}
        maxLength={MAX_RETURN_REASON}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
