import { IconCash, IconListDetails, IconMail } from '@tabler/icons-react';
import { useActor } from '../../../web/session.tsx';
import { RowActions } from '../../../web/ui/row-actions.tsx';
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
    <RowActions
      of={nameOf(row)}
      actions={[
        {
          label: 'Transactions',
          icon: <IconListDetails size={16} aria-hidden />,
          onClick: () => onOpen('transactions'),
        },
        ...(offersNotify(row)
          ? [{ label: 'Notify', icon: <IconMail size={16} aria-hidden />, kept: true, onClick: onNotify }]
          : []),
        ...(mayPay
          ? [
              {
                label: 'Send payout',
                icon: <IconCash size={16} aria-hidden />,
                kept: true,
                onClick: () => onOpen('pay'),
              },
            ]
          : []),
      ]}
    />
  );
}
