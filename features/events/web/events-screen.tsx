import { mayTouch } from '../../../core/access.ts';
import { useBulkArchiving } from '../../../web/parts/archiving/use-bulk-archiving.tsx';
import { inProgramColumns } from '../../../web/parts/in-program-columns.tsx';
import { listAddress, useFilters } from '../../../web/parts/list-filters.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { useActor } from '../../../web/session.tsx';
import { useAddress } from '../../../web/ui/address.ts';
import { ArrangeButton } from '../../../web/ui/arrange-button.tsx';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { useRowToggle } from '../../../web/ui/table/use-row-toggle.ts';
import { EVENT_FILTERS, EVENT_SORTS, type Event, PROGRAM_SORTS } from '../contract.ts';
import { calls, eventArchives, reload } from './calls.ts';
import { EventActions } from './event-actions.tsx';
import { COLUMNS, LAST_COLUMNS } from './event-columns.tsx';
import { eventDialogs } from './event-dialogs.ts';
import { TimeStrip } from './strip/time-strip.tsx';

const eventsAddress = {
  ...listAddress(EVENT_FILTERS, EVENT_SORTS),
  ...eventDialogs.address,
};

/** Featured and display order exist only within a program. */
const SORTS_OF_ALL = EVENT_SORTS.filter((sort) => !PROGRAM_SORTS.includes(sort));

export function EventsScreen() {
  const actor = useActor();
  const address = useAddress(eventsAddress);
  const filters = useFilters(EVENT_FILTERS, address);
  const { program_id } = filters.asked;
  const list = useList({
    address,
    filters: filters.cleared,
    query: (asked) => calls.events.queryOptions({ input: { ...asked, ...filters.asked } }),
    rows: 'events',
    noun: ['event', 'events'],
    purpose: 'A regular event sells tickets. A giveaway draws one winner. Add an event to begin.',
    sorts: program_id > 0 ? EVENT_SORTS : SORTS_OF_ALL,
    order: { by: 'id', dest: 'desc' },
    csv: (polled) => calls.eventsCsv.call({ ...polled, ...filters.asked }),
    adds: true,
  });
  const star = useRowToggle({
    async change(id: number) {
      const { featured } = await calls.toggleEventFeatured.call({ id, program_id });
      await reload();
      return () => calls.toggleEventFeatured.call({ id, program_id, featured: !featured });
    },
    reload,
  });
  const dialogs = eventDialogs.useDialogs(address, list.rowOf, { program_id });
  const inProgram = inProgramColumns<Event>({
    mayEdit: (event) => mayTouch(actor, event),
    star,
    onPlace: (event) => dialogs.open('order', event.id),
  });
  const bulk = useBulkArchiving(eventArchives, {
    rows: list.rows,
    filters: { ...filters.asked, page: address.state.page },
    nameOf: ({ name }) => name,
    noun: ['event', 'events'],
    mayArchive: (event) => mayTouch(actor, event),
    isArchive: filters.asked.archived === '1',
  });
  const add = <CreateButton onClick={() => dialogs.open('add')}>Add event</CreateButton>;

  const actions = (
    <>
      {program_id > 0 && <ArrangeButton onClick={() => dialogs.open('arrange')} />}
      {add}
    </>
  );

  return (
    <ListPage {...list.page} views title="Events & giveaways" actions={actions} filters={filters.controls}>
      <TimeStrip events={list.rows} failed={list.table.query.error !== null} />
      {bulk.bar}
      <DataTable
        {...list.table}
        caption="Events and giveaways"
        columns={[
          ...bulk.columns,
          ...COLUMNS,
          ...(program_id > 0 ? inProgram : []),
          ...LAST_COLUMNS,
          actionsColumn<Event>((event) => (
            <EventActions actor={actor} event={event} onOpen={(which) => dialogs.open(which, event.id)} />
          )),
        ]}
        first={add}
      />
      {dialogs.element}
    </ListPage>
  );
}
