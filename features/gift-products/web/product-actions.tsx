import { IconBuilding, IconLanguage, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Actor, mayTouch } from '../../../core/access.ts';
import { RowActions } from '../../../web/ui/table/row-actions.tsx';
import type { GiftProduct } from '../contract.ts';
import { type ProductDialog, productDialogs } from './product-dialogs.ts';

type ProductActionsProps = {
  actor: Actor;
  product: GiftProduct;
  onOpen: (dialog: ProductDialog) => void;
};

export function ProductActions({ actor, product, onOpen }: ProductActionsProps) {
  if (!mayTouch(actor, product)) return null;
  const action = (dialog: ProductDialog, label: string, icon: ReactNode) => ({
    label,
    icon,
    kept: dialog === 'edit',
    onClick: () => onOpen(dialog),
  });
  return (
    <RowActions
      of={product.name}
      actions={[
        ...(productDialogs.may(actor, 'programs', product)
          ? [action('programs', 'Assign programs', <IconBuilding size={16} aria-hidden />)]
          : []),
        action('translations', 'Translations', <IconLanguage size={16} aria-hidden />),
        action('edit', 'Edit', <IconPencil size={16} aria-hidden />),
      ]}
    />
  );
}
