import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { addressChoice, addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { TextFilter } from '../../../web/ui/chooser/text-filter.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn, RowActions } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { COUPON_SORTS, COUPONS_PAGE_SIZE, type Coupon } from '../contract.ts';
import { calls } from './calls.ts';
import { COLUMNS, KNOWN } from './coupon-columns.tsx';
import { couponDialogs } from './coupon-dialogs.ts';

const couponsAddress = {
  page: addressPage,
  program_id: addressId,
  name: addressText,
  sort_by: addressChoice(COUPON_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...couponDialogs.address,
};

/** Programs coupons (specification: Programs coupons). */
export function CouponsScreen() {
  const address = useAddress(couponsAddress);
  const { state, change } = address;
  const program_id = useProgramFilter(state.program_id);
  const list = useList({
    address,
    filters: { name: '', program_id: 0 },
    query: (asked) => calls.coupons.queryOptions({ input: { ...asked, program_id } }),
    rows: 'coupons',
    noun: ['coupon', 'coupons'],
    pageSize: COUPONS_PAGE_SIZE,
    sorts: COUPON_SORTS,
    order: { by: 'id', dest: 'asc' },
    adds: true,
  });
  const rowOf = (id: number) => list.rows?.find((coupon) => coupon.id === id);
  const dialogs = couponDialogs.useDialogs(address, rowOf, {});
  // Where there is no payment provider, nobody has been asked.
  const isAnyKnown = list.rows?.some(({ known }) => known !== null) ?? false;
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialogs.open('add')}>
      Add coupon
    </Button>
  );

  return (
    <ListPage
      {...list.page}
      views
      title="Programs coupons"
      actions={add}
      filters={
        <>
          <ProgramSelect value={state.program_id} onChange={(chosen) => change({ program_id: chosen })} />
          <TextFilter
            label="Name, Stripe ID or ID"
            value={state.name}
            onChange={(name) => change({ name })}
          />
        </>
      }
    >
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
