import { IconPencil, IconTrash } from '@tabler/icons-react';
import { listAddress, useFilters } from '../../../web/parts/list-filters.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { useAddress } from '../../../web/ui/address.ts';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn, RowActions } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { COUPON_FILTERS, COUPON_SORTS, COUPONS_PAGE_SIZE, type Coupon } from '../contract.ts';
import { calls } from './calls.ts';
import { COLUMNS, KNOWN } from './coupon-columns.tsx';
import { couponDialogs } from './coupon-dialogs.ts';

const couponsAddress = {
  ...listAddress(COUPON_FILTERS, COUPON_SORTS),
  ...couponDialogs.address,
};

/** Programs coupons (specification: Programs coupons). */
export function CouponsScreen() {
  const address = useAddress(couponsAddress);
  const filters = useFilters(COUPON_FILTERS, address);
  const list = useList({
    address,
    filters: filters.cleared,
    query: (asked) => calls.coupons.queryOptions({ input: { ...asked, ...filters.asked } }),
    rows: 'coupons',
    noun: ['coupon', 'coupons'],
    pageSize: COUPONS_PAGE_SIZE,
    sorts: COUPON_SORTS,
    order: { by: 'id', dest: 'asc' },
    csv: (polled) => calls.couponsCsv.call({ ...polled, ...filters.asked }),
    adds: true,
  });
  const dialogs = couponDialogs.useDialogs(address, list.rowOf, {});
  // Where there is no payment provider, nobody has been asked.
  const isAnyKnown = list.rows?.some(({ known }) => known !== null) ?? false;
  const add = <CreateButton onClick={() => dialogs.open('add')}>Add coupon</CreateButton>;

  return (
    <ListPage {...list.page} views title="Programs coupons" actions={add} filters={filters.controls}>
      <DataTable
        {...list.table}
        caption="Programs coupons"
        columns={[
          ...COLUMNS,
          ...(isAnyKnown ? [KNOWN] : []),
          actionsColumn<Coupon>(({ id, coupon_name }) => (
            <RowActions
              of={coupon_name}
              actions={[
                {
                  label: 'Edit',
                  icon: <IconPencil size={16} aria-hidden />,
                  onClick: () => dialogs.open('edit', id),
                },
                {
                  label: 'Remove',
                  icon: <IconTrash size={16} aria-hidden />,
                  removes: true,
                  onClick: () => dialogs.open('remove', id),
                },
              ]}
            />
          )),
        ]}
        first={add}
      />
      {dialogs.element}
    </ListPage>
  );
}
