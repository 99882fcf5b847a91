import { IconArrowBackUp, IconListDetails, IconPackageExport, IconPrinter } from '@tabler/icons-react';
import type { Actor } from '../../../core/access.ts';
import { RowActions } from '../../../web/ui/table/row-actions.tsx';
import type { Purchase } from '../contract.ts';
import { nameOf } from './calls.ts';
import { type PurchaseDialogName, purchaseDialogs } from './purchase-dialogs.ts';

type PurchaseActionsProps = { actor: Actor; row: Purchase; onOpen: (dialog: PurchaseDialogName) => void };

export function PurchaseActions({ actor, row, onOpen }: PurchaseActionsProps) {
  const mayFulfil = purchaseDialogs.may(actor, 'fulfil', row);
  return (
    <RowActions
      of={`#${row.id} ${nameOf(row)}`}
      actions={[
        ...(row.fulfilment_id === null
          ? []
          : [
              {
                label: 'Print label',
                icon: <IconPrinter size={16} aria-hidden />,
                to: `/giveaways/fulfilments/${row.fulfilment_id}`,
                search: { order: row.id },
              },
            ]),
        ...(purchaseDialogs.may(actor, 'undo', row)
          ? [
              {
                label: 'Undo fulfillment',
                icon: <IconArrowBackUp size={16} aria-hidden />,
                onClick: () => onOpen('undo'),
              },
            ]
          : []),
        {
          label: 'Details',
          icon: <IconListDetails size={16} aria-hidden />,
          kept: !mayFulfil,
          isSection: true,
          onClick: () => onOpen('open'),
        },
        ...(mayFulfil
          ? [
              {
                label: 'Fulfill Order',
                icon: <IconPackageExport size={16} aria-hidden />,
                kept: true,
                key: 'f',
                onClick: () => onOpen('fulfil'),
              },
            ]
          : []),
      ]}
    />
  );
}
