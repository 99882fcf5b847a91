import { IconBuildingBank, IconCash, IconListDetails, IconMail } from '@tabler/icons-react';
import { RowActions } from '../../ui/table/row-actions.tsx';

type PayeeRowActionsProps = {
  of: string;
  onTransactions: () => void;
  onDetails?: (() => void) | null;
  onNotify: (() => void) | null;
  onPay: (() => void) | null;
};

export function PayeeRowActions({ of, onTransactions, onDetails, onNotify, onPay }: PayeeRowActionsProps) {
  return (
    <RowActions
      of={of}
      actions={[
        {
          label: 'Transactions',
          icon: <IconListDetails size={16} aria-hidden />,
          kept: true,
          onClick: onTransactions,
        },
        ...(onNotify
          ? [{ label: 'Notify', icon: <IconMail size={16} aria-hidden />, kept: true, onClick: onNotify }]
          : []),
        ...(onPay
          ? [{ label: 'Send Payout', icon: <IconCash size={16} aria-hidden />, kept: true, onClick: onPay }]
          : []),
        ...(onDetails
          ? [
              {
                label: 'Payout details',
                icon: <IconBuildingBank size={16} aria-hidden />,
                key: 'e',
                onClick: onDetails,
              },
            ]
          : []),
      ]}
    />
  );
}
