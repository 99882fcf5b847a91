import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { PaymentDialog } from '../../users/payment-settings/web/payment-dialog.tsx';
import { payeeOf } from '../rules.ts';
import { type NamedPayee, reloadAll } from './calls.ts';

/** Changes where a payee's money goes, from their balances. */
export function PayeeDetailsDialog({ record, onClose }: DialogProps<NamedPayee>) {
  const user_id = payeeOf(record.id)?.user_id ?? 0;
  return (
    <PaymentDialog
      user={{ id: user_id, first_name: record.instructor_name ?? '', last_name: '', email: '' }}
      onClose={() => {
        onClose();
        void reloadAll();
      }}
    />
  );
}
