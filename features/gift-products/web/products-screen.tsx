import { mayTouch } from '../../../core/access.ts';
import { useBulkArchiving } from '../../../web/parts/archiving/use-bulk-archiving.tsx';
import { listAddress, useFilters } from '../../../web/parts/list-filters.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { useActor } from '../../../web/session.tsx';
import { useAddress } from '../../../web/ui/address.ts';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { GIFT_PRODUCT_FILTERS, GIFT_PRODUCT_SORTS, type GiftProduct } from '../contract.ts';
import { useAskBeforeArchiving } from './ask-before-archiving.tsx';
import { calls, productArchives } from './calls.ts';
import { ProductActions } from './product-actions.tsx';
import { COLUMNS } from './product-columns.tsx';
import { productDialogs } from './product-dialogs.ts';

const productsAddress = {
  ...listAddress(GIFT_PRODUCT_FILTERS, GIFT_PRODUCT_SORTS),
  ...productDialogs.address,
};

export function ProductsScreen() {
  const actor = useActor();
  const address = useAddress(productsAddress);
  const filters = useFilters(GIFT_PRODUCT_FILTERS, address);
  const { program_id } = filters.asked;
  const list = useList({
    address,
    filters: filters.cleared,
    query: (asked) => calls.giftProducts.queryOptions({ input: { ...asked, ...filters.asked } }),
    rows: 'products',
    noun: ['product', 'products'],
    purpose: 'Products are prizes of giveaways, or sold for LiL-T. Add one to begin.',
    nothingYet: 'No products yet',
    sorts: GIFT_PRODUCT_SORTS,
    order: { by: 'id', dest: 'asc' },
    csv: (polled) => calls.giftProductsCsv.call({ ...polled, ...filters.asked }),
    adds: true,
  });
  const dialogs = productDialogs.useDialogs(address, list.rowOf, { program_id });
  const { ask, element } = useAskBeforeArchiving();
  const bulk = useBulkArchiving(productArchives, {
    rows: list.rows,
    filters: { ...filters.asked, page: address.state.page },
    nameOf: ({ name }) => name,
    noun: ['product', 'products'],
    mayArchive: (product) => mayTouch(actor, product),
    isArchive: filters.asked.archived === '1',
    ask,
  });
  const add = <CreateButton onClick={() => dialogs.open('add')}>Add product</CreateButton>;

  return (
    <ListPage {...list.page} views title="LiL Giveaways products" actions={add} filters={filters.controls}>
      {bulk.bar}
      <DataTable
        {...list.table}
        caption="LiL Giveaways products"
        columns={[
          ...bulk.columns,
          ...COLUMNS,
          actionsColumn<GiftProduct>((product) => (
            <ProductActions
              actor={actor}
              product={product}
              onOpen={(which) => dialogs.open(which, product.id)}
            />
          )),
        ]}
        first={add}
      />
      {dialogs.element}
      {element}
    </ListPage>
  );
}
