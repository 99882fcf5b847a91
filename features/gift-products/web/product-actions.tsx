import { type Actor, mayTouch } from '../../../core/access.ts';
import { useArchiving } from '../../../web/parts/archiving/use-archiving.tsx';
import { dialogActions } from '../../../web/parts/dialog-actions.tsx';
import { RowActions } from '../../../web/ui/table/row-actions.tsx';
import type { GiftProduct } from '../contract.ts';
import { useAskBeforeArchiving } from './ask-before-archiving.tsx';
import { productArchives } from './calls.ts';
import { type ProductDialog, productDialogs } from './product-dialogs.ts';

type ProductActionsProps = {
  actor: Actor;
  product: GiftProduct;
  onOpen: (dialog: ProductDialog) => void;
};

export function ProductActions({ actor, product, onOpen }: ProductActionsProps) {
  const archiving = useArchiving(productArchives);
  const { ask, element } = useAskBeforeArchiving();
  if (!mayTouch(actor, product)) return null;
  const programs = productDialogs.may(actor, 'programs', product) ? (['programs'] as const) : [];
  return (
    <>
      <RowActions
        of={product.name}
        actions={archiving(product, dialogActions([...programs, 'translations', 'edit'], onOpen), (go) =>
          ask([product], go),
        )}
      />
      {element}
    </>
  );
}
