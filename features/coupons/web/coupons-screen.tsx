import { IconPencil, IconTrash } from '@tabler/icons-react';
import { mayTouch } from '../../../core/access.ts';
import { listAddress, useFilters } from '../../../web/parts/list-filters.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { useBulkSwitches } from '../../../web/parts/switching/use-bulk-switches.tsx';
import { useActor } from '../../../web/session.tsx';
import { useAddress } from '../../../web/ui/address.ts';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn, RowActions } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { COUPON_FILTERS, COUPON_SORTS, COUPONS_PAGE_SIZE, type Coupon } from '../contract.ts';
import { calls, reload } from './calls.ts';
import { COLUMNS, KNOWN } from './coupon-columns.tsx';
import { couponDialogs } from './coupon-dialogs.ts';
import { COUPON_VERBS } from './coupon-verbs.tsx';

const couponsAddress = {
  ...listAddress(COUPON_FILTERS, COUPON_SORTS),
  ...couponDialogs.address,
};

export function CouponsScreen() {
  const actor = useActor();
  const address = useAddress(couponsAddress);
  const filters = useFilters(COUPON_FILTERS, address);
  const list = useList({
    address,
    filters: filters.cleared,
    query: (asked) => calls.coupons.queryOptions({ input: { ...asked, ...filters.asked } }),
    rows: 'coupons',
    noun: ['coupon', 'coupons'],
    purpose: 'A coupon names a Stripe discount for a program. Create it in Stripe, then add it here.',
    pageSize: COUPONS_PAGE_SIZE,
    sorts: COUPON_SORTS,
    order: { by: 'id', dest: 'asc' },
    csv: (polled) => calls.couponsCsv.call({ ...polled, ...filters.asked }),
    adds: true,
  });
  const bulk = useBulkSwitches<Coupon, 'removed'>({
    call: calls.switchCoupons.call,
    reload,
    verbs: COUPON_VERBS,
    rows: list.rows,
    noun: ['coupon', 'coupons'],
    nameOf: ({ coupon_name }) => coupon_name,
    filters: filters.asked,
    may: (coupon) => mayTouch(actor, coupon),
    all: list.all,
  });
  const dialogs = couponDialogs.useDialogs(address, list.rowOf, {});
  // Where there is no payment provider, nobody has been asked.
  const isAnyKnown = list.rows?.some(({ known }) => known !== null) ?? false;
  const add = <CreateButton onClick={() => dialogs.open('add')}>Add coupon</CreateButton>;

  return (
    <ListPage {...list.page} views title="Programs coupons" actions={add} filters={filters.controls}>
      {bulk.bar}
      <DataTable
        {...list.table}
        caption="Programs coupons"
        columns={[
          ...bulk.columns,
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
