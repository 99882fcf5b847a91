import { PayeeRowActions } from '../../../web/parts/payees/payee-row-actions.tsx';
import { useActor } from '../../../web/session.tsx';
import type { Payee } from '../contract.ts';
import { nameOf } from './calls.ts';
import { offersNotify, offersPay } from './offers.ts';
import { payeeDialogs } from './payee-dialogs.ts';

type PayeeActionsProps = {
  row: Payee;
  onOpen: (dialog: 'transactions' | 'pay' | 'details') => void;
  onNotify: () => void;
};

export function PayeeActions({ row, onOpen, onNotify }: PayeeActionsProps) {
  const actor = useActor();
  const mayPay = offersPay(row) && payeeDialogs.may(actor, 'pay', row);
  return (
    <PayeeRowActions
      of={nameOf(row)}
      onTransactions={() => onOpen('transactions')}
      onDetails={payeeDialogs.may(actor, 'details', row) ? () => onOpen('details') : null}
      onNotify={offersNotify(row) ? onNotify : null}
      onPay={mayPay ? () => onOpen('pay') : null}
    />
  );
}
