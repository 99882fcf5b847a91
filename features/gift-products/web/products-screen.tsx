import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { useActor } from '../../../web/session.tsx';
import { addressChoice, addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { TextFilter } from '../../../web/ui/chooser/text-filter.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { GIFT_PRODUCT_SORTS, type GiftProduct } from '../contract.ts';
import { calls } from './calls.ts';
import { ProductActions } from './product-actions.tsx';
import { COLUMNS } from './product-columns.tsx';
import { productDialogs } from './product-dialogs.ts';

const productsAddress = {
  page: addressPage,
  name: addressText,
  program_id: addressId,
  sort_by: addressChoice(GIFT_PRODUCT_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...productDialogs.address,
};

/** LiL Giveaways products (specification: Gift products). */
export function ProductsScreen() {
  const actor = useActor();
  const address = useAddress(productsAddress);
  const { state, change } = address;
  const program_id = useProgramFilter(state.program_id);
  const list = useList({
    address,
    filters: { name: '', program_id: 0 },
    query: (asked) => calls.giftProducts.queryOptions({ input: { ...asked, program_id } }),
    rows: 'products',
    noun: ['product', 'products'],
    nothingYet: 'No products yet',
    sorts: GIFT_PRODUCT_SORTS,
    order: { by: 'id', dest: 'asc' },
    adds: true,
  });
  const rowOf = (id: number) => list.rows?.find((product) => product.id === id);
  const dialogs = productDialogs.useDialogs(address, rowOf, { program_id });
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialogs.open('add')}>
      Add product
    </Button>
  );

  return (
    <ListPage
      {...list.page}
      views
      title="LiL Giveaways products"
      actions={add}
      filters={
        <>
          <ProgramSelect value={state.program_id} onChange={(chosen) => change({ program_id: chosen })} />
          <TextFilter label="Product name or ID" value={state.name} onChange={(name) => change({ name })} />
        </>
      }
    >
      <DataTable
        {...list.table}
        caption="LiL Giveaways products"
        columns={[
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
    </ListPage>
  );
}
