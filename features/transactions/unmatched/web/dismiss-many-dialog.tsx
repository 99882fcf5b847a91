import { List, Text } from '@mantine/core';
import { FormDialog } from '../../../../web/ui/dialog/form-dialog.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { useSchemaForm } from '../../../../web/ui/form/schema-form.ts';
import { dismissal, type UnmatchedPayment } from '../contract.ts';
import { type Beside, calls, reload } from './calls.ts';
import { DismissalReason } from './dismissal-reason.tsx';
import { nameOf } from './payment-words.ts';

const SHOWN = 10;

type DismissManyDialogProps = Beside & {
  payments: readonly UnmatchedPayment[];
  onClose: () => void;
};

/** Dismisses the payments that were ticked, for one reason, all or none. */
export function DismissManyDialog({ payments, onDecided, onClose }: DismissManyDialogProps) {
  const form = useSchemaForm({ schema: dismissal, initialValues: { reason: '' } });
  const what = `${payments.length} ${payments.length === 1 ? 'payment' : 'payments'}`;
  const left = payments.length - SHOWN;
  const dismiss = async () => {
    const ids = payments.map(({ id }) => id);
    try {
      const answer = await calls.dismissPayments.call({ ids, ...form.bodyOf(form.getValues()) });
      for (const payment of answer.payments) onDecided(payment);
    } catch (error) {
      // The row that somebody else was first with says so behind the dialog.
      if (failureOf(error).status === 409) await reload();
      throw error;
    }
  };
  return (
    <FormDialog
      title={`Dismiss ${what}`}
      form={form}
      saveLabel={`Dismiss ${what}`}
      busyLabel="Dismissing…"
      savedText={`${what} dismissed`}
      failures="inline"
      onSave={dismiss}
      onClose={onClose}
    >
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {payments.slice(0, SHOWN).map((payment) => (
          <List.Item key={payment.id}>{nameOf(payment)}</List.Item>
        ))}
      </List>
      {left > 0 && <Text size="sm">and {left.toLocaleString()} more</Text>}
      <DismissalReason {...form.text('reason')} />
    </FormDialog>
  );
}
