import { mayTouch } from '../../../core/access.ts';
import { useArchiving } from '../../../web/parts/archiving/use-archiving.tsx';
import { useBulkArchiving } from '../../../web/parts/archiving/use-bulk-archiving.tsx';
import { dialogActions } from '../../../web/parts/dialog-actions.tsx';
import { listAddress, useFilters } from '../../../web/parts/list-filters.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { useActor } from '../../../web/session.tsx';
import { useAddress } from '../../../web/ui/address.ts';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn, RowActions } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { BANNER_FILTERS, BANNER_SORTS, type Banner } from '../contract.ts';
import { COLUMNS } from './banner-columns.tsx';
import { bannerDialogs } from './banner-dialogs.ts';
import { bannerArchives, calls } from './calls.ts';

const bannersAddress = {
  ...listAddress(BANNER_FILTERS, BANNER_SORTS),
  ...bannerDialogs.address,
};

export function BannersScreen() {
  const actor = useActor();
  const address = useAddress(bannersAddress);
  const filters = useFilters(BANNER_FILTERS, address);
  const list = useList({
    address,
    filters: filters.cleared,
    query: (asked) => {
      const input = { ...asked, ...filters.asked };
      // The page lies within the answer, beside nothing else.
      const queryFn = async () => (await calls.banners.call(input)).banners;
      return { queryKey: [...calls.banners.queryKey({ input }), 'page'], queryFn };
    },
    rows: 'banners',
    noun: ['banner', 'banners'],
    purpose: 'A banner shows an image and a text on a site. Add one to begin.',
    sorts: BANNER_SORTS,
    order: { by: 'id', dest: 'asc' },
    csv: (polled) => calls.bannersCsv.call({ ...polled, ...filters.asked }),
    adds: true,
  });
  const dialogs = bannerDialogs.useDialogs(address, list.rowOf, {});
  const archiving = useArchiving(bannerArchives);
  const bulk = useBulkArchiving(bannerArchives, {
    rows: list.rows,
    filters: { ...filters.asked, page: address.state.page },
    nameOf: ({ title }) => title,
    noun: ['banner', 'banners'],
    mayArchive: (banner) => mayTouch(actor, banner),
    isArchive: filters.asked.archived === '1',
  });
  const add = <CreateButton onClick={() => dialogs.open('add')}>Add banner</CreateButton>;

  return (
    <ListPage {...list.page} views title="Store banners" actions={add} filters={filters.controls}>
      {bulk.bar}
      <DataTable
        {...list.table}
        caption="Store banners"
        columns={[
          ...bulk.columns,
          ...COLUMNS,
          actionsColumn<Banner>((banner) =>
            mayTouch(actor, banner) ? (
              <RowActions
                of={banner.title}
                actions={archiving(
                  banner,
                  dialogActions(['translations', 'edit'], (which) => dialogs.open(which, banner.id)),
                )}
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
