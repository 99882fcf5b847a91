import { IconCash, IconListDetails, IconMail } from '@tabler/icons-react';
import { useActor } from '../../../web/session.tsx';
import { RowActions } from '../../../web/ui/row-actions.tsx';
import type { Payee } from '../contract.ts';
import { nameOf } from './calls.ts';
import { offersNotify, offersPay } from './offers.ts';
import { payeeDialogs } from './payee-dialogs.ts';

type PayeeActionsProps = {
  row: Payee;
  onOpen: (dialog: 'transactions' | 'pay') => void;
  onNotify: () => void;
};

export function PayeeActions({ row, onOpen, onNotify }: PayeeActionsProps) {
  const actor = useActor();
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
        ...(offersPay(row) && payeeDialogs.may(actor, 'pay', row)
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
