import type { DialogProps } from '../../../../web/parts/dialogs-of.tsx';
import { FormDialog } from '../../../../web/ui/dialog/form-dialog.tsx';
import { useSchemaForm } from '../../../../web/ui/form/schema-form.ts';
import { dismissal, type UnmatchedPayment } from '../contract.ts';
import { type Beside, calls } from './calls.ts';
import { DismissalReason } from './dismissal-reason.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { nameOf } from './payment-words.ts';
import { refreshedOnConflict } from './refreshed-on-conflict.ts';

export function DismissDialog({
  record: payment,
  onDecided,
  onClose,
}: DialogProps<UnmatchedPayment, Beside>) {
  const { id } = payment;
  const form = useSchemaForm({ schema: dismissal, initialValues: { reason: '' } });
  const dismiss = async () => {
    const answer = await calls.dismissPayment.call({ id, ...form.bodyOf(form.getValues()) });
    onDecided(answer.payment);
  };
  return (
    <FormDialog
      title="Dismiss payment"
      name={nameOf(payment)}
      form={form}
      saveLabel="Dismiss payment"
      busyLabel="Dismissing…"
      savedText="Payment dismissed"
      failures="inline"
      onSave={() => refreshedOnConflict(payment, onDecided, dismiss)}
      onClose={onClose}
    >
      <PaymentFacts payment={payment} />
      <DismissalReason {...form.text('reason')} />
    </FormDialog>
  );
}
