import { Button, Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { isGlobal } from '../../../core/access.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect } from '../../../web/parts/program-select.tsx';
import { useActor } from '../../../web/session.tsx';
import { addressChoice, addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { TextFilter } from '../../../web/ui/text-filter.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import { useListQuery } from '../../../web/ui/use-list-query.ts';
import { EVENT_SORTS, type Event, PROGRAM_SORTS } from '../contract.ts';
import { calls, reload } from './calls.ts';
import { eventColumns } from './event-columns.tsx';
import { eventDialogs } from './event-dialogs.ts';
import classes from './events-screen.module.css';
import { TimeStrip } from './time-strip.tsx';

const eventsAddress = {
  page: addressPage,
  name: addressText,
  program_id: addressId,
  undrawn: addressChoice(['1']),
  sort_by: addressChoice(EVENT_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...eventDialogs.address,
};

/** Events and giveaways (specification: Events and giveaways). */
export function EventsScreen() {
  const actor = useActor();
  const address = useAddress(eventsAddress);
  const { state, change } = address;
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
  const rowOf = (id: number) => events?.find((event) => event.id === id);
  const dialogs = eventDialogs.useDialogs(address, rowOf, { program_id });

  const toggleFeatured = async ({ id }: Event) => {
    if (busy) return;
    setBusy(true);
    try {
      await calls.toggleEventFeatured.call({ id, program_id });
      toast('Success!');
      await reload();
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
    onOpen: (which, { id }) => dialogs.open(which, id),
    onFeature: (event) => void toggleFeatured(event),
  });
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialogs.open('add')}>
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
      {dialogs.element}
    </ListPage>
  );
}

/** Featured and display order are of a program; without one the list is not sorted by them. */
function sortWithin(program_id: number, sort_by: (typeof EVENT_SORTS)[number] | undefined) {
  return program_id === 0 && sort_by && PROGRAM_SORTS.includes(sort_by) ? undefined : sort_by;
}
