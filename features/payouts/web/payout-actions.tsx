import { IconArrowBackUp, IconCircleCheck, IconListDetails } from '@tabler/icons-react';
import { useActor } from '../../../web/session.tsx';
import { RowActions } from '../../../web/ui/table/row-actions.tsx';
import type { Payout } from '../batches/contract.ts';
import { payeeName } from './history-words.ts';
import { type PayoutDialogName, payoutDialogs } from './payout-dialogs.ts';

type PayoutActionsProps = { row: Payout; onOpen: (dialog: PayoutDialogName) => void };

export function PayoutActions({ row, onOpen }: PayoutActionsProps) {
  const actor = useActor();
  return (
    <RowActions
      of={`#${row.id} ${payeeName(row)}`}
      actions={[
        {
          label: 'Instructor transactions',
          icon: <IconListDetails size={16} aria-hidden />,
          kept: true,
          onClick: () => onOpen('lines'),
        },
        ...(payoutDialogs.may(actor, 'paid', row)
          ? [
              {
                label: 'Mark as paid',
                icon: <IconCircleCheck size={16} aria-hidden />,
                kept: true,
                onClick: () => onOpen('paid'),
              },
            ]
          : []),
        ...(payoutDialogs.may(actor, 'return', row)
          ? [
              {
                label: 'Return',
                icon: <IconArrowBackUp size={16} aria-hidden />,
                kept: true,
                removes: true,
                onClick: () => onOpen('return'),
              },
            ]
          : []),
      ]}
    />
  );
}
