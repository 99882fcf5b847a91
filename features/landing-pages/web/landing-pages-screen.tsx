import { mayTouch } from '../../../core/access.ts';
import { useArchiving } from '../../../web/parts/archiving/use-archiving.tsx';
import { useBulkArchiving } from '../../../web/parts/archiving/use-bulk-archiving.tsx';
import { dialogActions } from '../../../web/parts/dialog-actions.tsx';
import { ListDialogs } from '../../../web/parts/list-dialogs.tsx';
import { listAddress, useFilters } from '../../../web/parts/list-filters.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { useActor } from '../../../web/session.tsx';
import { useAddress } from '../../../web/ui/address.ts';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn, RowActions } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { LANDING_PAGE_FILTERS, LANDING_PAGE_SORTS, type LandingPage } from '../contract.ts';
import { calls, landingPageArchives } from './calls.ts';
import { COLUMNS } from './landing-page-columns.tsx';
import { landingPageDialogs } from './landing-page-dialogs.ts';

const pagesAddress = {
  ...listAddress(LANDING_PAGE_FILTERS, LANDING_PAGE_SORTS),
  ...landingPageDialogs.address,
};

export function LandingPagesScreen() {
  const actor = useActor();
  const address = useAddress(pagesAddress);
  const filters = useFilters(LANDING_PAGE_FILTERS, address);
  const list = useList({
    address,
    filters: filters.cleared,
    query: (asked) => calls.landingPages.queryOptions({ input: { ...asked, ...filters.asked } }),
    rows: 'pages',
    noun: ['landing page', 'landing pages'],
    purpose: 'A landing page is a page of a site with its own address. Add one to begin.',
    sorts: LANDING_PAGE_SORTS,
    order: { by: 'id', dest: 'asc' },
    csv: (polled) => calls.landingPagesCsv.call({ ...polled, ...filters.asked }),
    adds: true,
  });
  const templates = list.table.query.data?.templates.map(({ file_name }) => file_name) ?? [];
  const dialogs = landingPageDialogs.useDialogs(address, list.rowOf, { templates });
  const archiving = useArchiving(landingPageArchives);
  const bulk = useBulkArchiving(landingPageArchives, {
    rows: list.rows,
    filters: { ...filters.asked, page: address.state.page },
    nameOf: ({ name }) => name,
    noun: ['landing page', 'landing pages'],
    mayArchive: (page) => mayTouch(actor, page),
    isArchive: filters.asked.archived === '1',
  });
  const open = (page: LandingPage) => (which: 'translations' | 'edit') => dialogs.open(which, page.id);
  const add = <CreateButton onClick={() => dialogs.open('add')}>Add page</CreateButton>;

  return (
    <ListPage {...list.page} views title="Landing pages" actions={add} filters={filters.controls}>
      {bulk.bar}
      <DataTable
        {...list.table}
        caption="Landing pages"
        columns={[
          ...bulk.columns,
          ...COLUMNS,
          actionsColumn<LandingPage>((page) => (
            <RowActions
              of={page.name}
              actions={
                mayTouch(actor, page)
                  ? archiving(page, dialogActions(['translations', 'edit'], open(page)))
                  : dialogActions(['edit'], open(page))
              }
            />
          )),
        ]}
        first={add}
      />
      <ListDialogs title="Landing pages" query={list.table.query} dialogs={dialogs} />
    </ListPage>
  );
}
