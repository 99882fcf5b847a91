import { PayeeRowActions } from '../../../../web/parts/payees/payee-row-actions.tsx';
import { useActor } from '../../../../web/session.tsx';
import type { MembershipRow } from '../contract.ts';
import { offersNotify, offersPay } from '../rules.ts';
import { nameOf } from './calls.ts';
import { membershipDialogs } from './membership-dialogs.ts';
import type { Payable } from './payable.ts';

type MembershipActionsProps = {
  row: MembershipRow;
  payable: Payable;
  onOpen: (dialog: 'transactions' | 'pay') => void;
  onNotify: () => void;
};

export function MembershipActions({ row, payable, onOpen, onNotify }: MembershipActionsProps) {
  const actor = useActor();
  const isOpen = !('against' in payable) || payable.amount === true;
  const mayPay = isOpen && offersPay(row) && membershipDialogs.may(actor, 'pay', row);
  return (
    <PayeeRowActions
      of={nameOf(row)}
      onTransactions={() => onOpen('transactions')}
      onNotify={offersNotify(row) ? onNotify : null}
      onPay={mayPay ? () => onOpen('pay') : null}
    />
  );
}
