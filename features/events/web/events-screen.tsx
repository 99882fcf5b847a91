import { Button, Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { isGlobal } from '../../../core/access.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect } from '../../../web/parts/program-select.tsx';
import { useActor } from '../../../web/session.tsx';
import { useAddress } from '../../../web/ui/address.ts';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { TextFilter } from '../../../web/ui/text-filter.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import { useListQuery } from '../../../web/ui/use-list-query.ts';
import { EVENT_SORTS, type Event, PROGRAM_SORTS } from '../contract.ts';
import { calls, reloadEvents } from './event-calls.ts';
import { eventColumns } from './event-columns.tsx';
import { EVENT_DIALOGS, eventsAddress, NO_DIALOG } from './events-address.ts';
import classes from './events-screen.module.css';
import { TimeStrip } from './time-strip.tsx';

const EditDialog = lazy(() =>
  import('./edit-event-dialog.tsx').then((m) => ({ default: m.EditEventDialog })),
);
const EventDialogs = lazy(() => import('./event-dialogs.tsx').then((m) => ({ default: m.EventDialogs })));

/** Events and giveaways (specification: Events and giveaways). */
export function EventsScreen() {
  const actor = useActor();
  const { state, change, openDialog, closeDialog } = useAddress(eventsAddress);
  const narrow = useMediaQuery('(max-width: 48em)') ?? false;
  // One change of a row at a time, over the whole screen.
  const [busy, setBusy] = useState(false);
  const program_id = isGlobal(actor) ? state.program_id : actor.program_id;
  const { page, name, undrawn = '', sort_dest } = state;
  const sort_by = sortWithin(program_id, state.sort_by);
  const query = useListQuery(
    calls.events.queryOptions({
      input: { page, name, program_id, undrawn, sort_by, sort_dest },
    }),
  );
  const events = query.data?.events;
  const dialog = EVENT_DIALOGS.find((one) => state[one] > 0);
  const close = () => closeDialog(NO_DIALOG);

  const toggleFeatured = async ({ id }: Event) => {
    if (busy) return;
    setBusy(true);
    try {
      await calls.toggleEventFeatured.call({ id, program_id });
      toast('Success!');
      await reloadEvents();
    } catch {
      // Nothing is shown (section 8); the star stays as it was.
    } finally {
      setBusy(false);
    }
  };
  const columns = eventColumns({
    actor,
    program_id,
    busy,
    narrow,
    onOpen: (which, { id }) => openDialog({ [which]: id }),
    onFeature: (event) => void toggleFeatured(event),
  });
  const add = (
    <Button
      size="sm"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => openDialog({ add: '1' })}
    >
      Add event
    </Button>
  );
  const choose = (program: number) =>
    change({ program_id: program, sort_by: sortWithin(program, state.sort_by) });

  return (
    <ListPage
      title="Events & giveaways"
      actions={add}
      page={page}
      answer={query}
      noun="events"
      filters={
        <>
          <ProgramSelect value={state.program_id} onChange={choose} />
          <TextFilter label="Event name or ID" value={name} onChange={(typed) => change({ name: typed })} />
          <Checkbox
            className={classes.tick}
            label="Ended, not drawn"
            checked={undrawn === '1'}
            onChange={(event) => change({ undrawn: event.currentTarget.checked ? '1' : undefined })}
          />
        </>
      }
    >
      <TimeStrip events={events} />
      <DataTable
        caption="Events and giveaways"
        columns={columns}
        rows={events}
        rowKey={({ id }) => id}
        query={query}
        pageSize={PAGE_SIZE}
        sort={{ by: sort_by, dest: sort_dest }}
        onSort={(by, dest) => change({ sort_by: EVENT_SORTS.find((sort) => sort === by), sort_dest: dest })}
        nothingYet={page > 1 ? 'No events on this page' : 'No events yet'}
        first={page === 1 && add}
        filtered={name !== '' || undrawn !== '' || state.program_id > 0}
        onClearFilters={() => change({ name: '', undrawn: undefined, program_id: 0 })}
      />
      <Suspense>
        {state.add && <EditDialog event={null} program_id={program_id} onClose={close} />}
        {dialog && (
          <EventDialogs
            key={`${dialog} ${state[dialog]}`}
            dialog={dialog}
            id={state[dialog]}
            row={events?.find(({ id }) => id === state[dialog])}
            program_id={program_id}
            onClose={close}
          />
        )}
      </Suspense>
    </ListPage>
  );
}

/** Featured and display order are of a program; without one the list is not sorted by them. */
function sortWithin(program_id: number, sort_by: (typeof EVENT_SORTS)[number] | undefined) {
  return program_id === 0 && sort_by && PROGRAM_SORTS.includes(sort_by) ? undefined : sort_by;
}
