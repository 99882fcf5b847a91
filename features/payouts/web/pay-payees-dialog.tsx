import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { PayDialog } from '../../../web/parts/payees/pay-dialog.tsx';
import { balancesOf } from '../../../web/parts/payees/payout-words.ts';
import { calls, type NamedPayee, nameOf, reloadAll } from './calls.ts';

export function PayOneDialog({ record, onClose }: DialogProps<NamedPayee>) {
  return <Pay title="Send Payout" name={nameOf(record)} ids={[record.id]} onClose={onClose} />;
}

type PayPayeesProps = { ids: readonly number[]; onPaid: () => void; onClose: () => void };

export function PayPayeesDialog(props: PayPayeesProps) {
  return <Pay title="Send Payouts" name={balancesOf(props.ids.length)} {...props} />;
}

type PayProps = Omit<PayPayeesProps, 'onPaid'> & { title: string; name: string; onPaid?: () => void };

function Pay({ ids, ...dialog }: PayProps) {
  // The same payees are the same intent, in whatever order they were chosen.
  const sorted = ids.toSorted((a, b) => a - b);
  return (
    <PayDialog
      read={() => calls.payoutPreview.call({ ids: sorted.join(',') })}
      pay={(fingerprint) => calls.makePayout.call({ ids: sorted, fingerprint })}
      reload={reloadAll}
      {...dialog}
    />
  );
}
