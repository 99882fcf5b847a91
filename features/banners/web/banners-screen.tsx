import { Button } from '@mantine/core';
import { IconLanguage, IconPencil, IconPlus } from '@tabler/icons-react';
import { mayTouch } from '../../../core/access.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { useActor } from '../../../web/session.tsx';
import { addressChoice, addressId, addressPage, useAddress } from '../../../web/ui/address.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn, RowActions } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { BANNER_SORTS, type Banner } from '../contract.ts';
import { COLUMNS } from './banner-columns.tsx';
import { bannerDialogs } from './banner-dialogs.ts';
import { calls } from './calls.ts';

const bannersAddress = {
  page: addressPage,
  program_id: addressId,
  sort_by: addressChoice(BANNER_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...bannerDialogs.address,
};

/** Store banners (specification: Banners and landing pages). */
export function BannersScreen() {
  const actor = useActor();
  const address = useAddress(bannersAddress);
  const { state, change } = address;
  const program_id = useProgramFilter(state.program_id);
  const list = useList({
    address,
    filters: { program_id: 0 },
    query: (asked) => {
      const input = { ...asked, program_id };
      // The page lies within the answer, beside nothing else.
      const queryFn = async () => (await calls.banners.call(input)).banners;
      return { queryKey: [...calls.banners.queryKey({ input }), 'page'], queryFn };
    },
    rows: 'banners',
    noun: ['banner', 'banners'],
    sorts: BANNER_SORTS,
    order: { by: 'id', dest: 'asc' },
    adds: true,
  });
  const rowOf = (id: number) => list.rows?.find((banner) => banner.id === id);
  const dialogs = bannerDialogs.useDialogs(address, rowOf, {});
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialogs.open('add')}>
      Add banner
    </Button>
  );

  return (
    <ListPage
      {...list.page}
      views
      title="Store banners"
      actions={add}
      filters={
        <ProgramSelect value={state.program_id} onChange={(chosen) => change({ program_id: chosen })} />
      }
    >
      <DataTable
        {...list.table}
        caption="Store banners"
        columns={[
          ...COLUMNS,
          actionsColumn<Banner>((banner) =>
            mayTouch(actor, banner) ? (
              <RowActions
                of={banner.title}
                actions={[
                  {
                    label: 'Translations',
                    icon: <IconLanguage size={16} aria-hidden />,
                    onClick: () => dialogs.open('translations', banner.id),
                  },
                  {
                    label: 'Edit',
                    icon: <IconPencil size={16} aria-hidden />,
                    kept: true,
                    onClick: () => dialogs.open('edit', banner.id),
                  },
                ]}
              />
            ) : null,
          ),
        ]}
        first={add}
      />
      {dialogs.element}
    </ListPage>
  );
}
