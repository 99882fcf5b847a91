import { PayeeRowActions } from '../../../web/parts/payee-row-actions.tsx';
import { useActor } from '../../../web/session.tsx';
import type { MembershipRow } from '../contract.ts';
import { offersNotify, offersPay } from '../rules.ts';
import { nameOf } from './calls.ts';
import { membershipDialogs } from './membership-dialogs.ts';

type MembershipActionsProps = {
  row: MembershipRow;
  onOpen: (dialog: 'transactions' | 'pay') => void;
  onNotify: () => void;
};

export function MembershipActions({ row, onOpen, onNotify }: MembershipActionsProps) {
  const actor = useActor();
  const mayPay = offersPay(row) && membershipDialogs.may(actor, 'pay', row);
  return (
    <PayeeRowActions
      of={nameOf(row)}
      onTransactions={() => onOpen('transactions')}
      onNotify={offersNotify(row) ? onNotify : null}
      onPay={mayPay ? () => onOpen('pay') : null}
    />
  );
}
