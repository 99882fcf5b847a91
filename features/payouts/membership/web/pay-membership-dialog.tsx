import type { DialogProps } from '../../../../web/parts/dialogs-of.tsx';
import { PayDialog } from '../../../../web/parts/payees/pay-dialog.tsx';
import { payeesOf } from '../../../../web/parts/payees/payout-words.ts';
import { calls, type NamedRow, nameOf, reloadAll } from './calls.ts';
import type { Beside, Payable } from './payable.ts';

export function PayOneDialog({ record, payable, onClose }: DialogProps<NamedRow, Beside>) {
  return (
    <Pay title="Send Payout" name={nameOf(record)} ids={[record.id]} payable={payable} onClose={onClose} />
  );
}

type PayManyProps = { ids: readonly number[]; payable: Payable; onPaid: () => void; onClose: () => void };

export function PayManyDialog(props: PayManyProps) {
  return <Pay title="Send Payouts" name={payeesOf(props.ids.length)} {...props} />;
}

type PayProps = Omit<PayManyProps, 'onPaid'> & { title: string; name: string; onPaid?: () => void };

function Pay({ ids, payable, ...dialog }: PayProps) {
  if ('against' in payable) return null;
  // The same payees are the same intent, in whatever order they were chosen.
  const sorted = ids.toSorted((a, b) => a - b);
  return (
    <PayDialog
      read={() => calls.membershipPreview.call({ ids: sorted.join(','), ...payable })}
      pay={(fingerprint) => calls.makeMembershipPayout.call({ ids: sorted, ...payable, fingerprint })}
      reload={reloadAll}
      {...dialog}
    />
  );
}
