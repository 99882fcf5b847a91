import { SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { PAGE_SIZE } from '../../../../core/paging.ts';
import { SOURCE_NAMES, type Source } from '../../../../core/sites/sources.ts';
import { RecordName } from '../../../../web/parts/records/record-name.tsx';
import { SourceFilter } from '../../../../web/parts/source-filter.tsx';
import { TextFilter } from '../../../../web/ui/chooser/text-filter.tsx';
import { DialogPages } from '../../../../web/ui/dialog/dialog-pages.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { useListQuery } from '../../../../web/ui/table/use-list.ts';
import { Time } from '../../../../web/ui/time.tsx';
import type { Event } from '../../contract.ts';
import { calls } from '../../web/calls.ts';
import type { SoldTicket } from '../contract.ts';

type TicketsQuery = { page: number; name: string; source: Source | undefined };

const ALL: TicketsQuery = { page: 1, name: '', source: undefined };

export function EventTickets({ record }: { record: Event }) {
  const { id } = record;
  const [{ page, name, source }, setAsked] = useState<TicketsQuery>(ALL);
  const query = useListQuery(
    calls.soldTickets.queryOptions({ input: { id, page, name, source: source ?? '' } }),
  );
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mb="xs">
        <TextFilter
          label="Name, email, ID or code"
          value={name}
          onChange={(typed) => setAsked({ page: 1, name: typed, source })}
        />
        <SourceFilter value={source} onChange={(chosen) => setAsked({ page: 1, name, source: chosen })} />
      </SimpleGrid>
      <DialogPages
        page={page}
        count={query.data?.count}
        noun={['ticket', 'tickets']}
        onPage={(next) => setAsked({ page: next, name, source })}
      />
      <DataTable<SoldTicket>
        caption={`Tickets of ${record.name}`}
        columns={COLUMNS}
        rows={query.data?.tickets}
        rowKey={(ticket) => ticket.id}
        query={query}
        pageSize={Math.min(PAGE_SIZE, 5)}
        nothingYet="No tickets sold yet"
        purpose="Tickets that users buy on the site appear here, with their codes."
        filtered={name !== '' || source !== undefined}
        onClearFilters={() => setAsked(ALL)}
      />
    </>
  );
}

const COLUMNS: Column<SoldTicket>[] = [
  { key: 'code', header: 'Code', rowHeader: true, narrow: true, oneLine: true, cell: ({ code }) => code },
  {
    key: 'user_id',
    header: 'User ID',
    numeric: true,
    narrow: true,
    priority: 1,
    cell: ({ user }) => user?.id ?? '–',
  },
  {
    key: 'name',
    header: 'Name',
    cell: ({ user }) => (
      <RecordName noun="user" id={user?.id ?? null} name={user?.name ?? 'A user of another program'} />
    ),
  },
  {
    key: 'created_at',
    header: 'Bought',
    narrow: true,
    oneLine: true,
    priority: 2,
    cell: ({ created_at }) => <Time value={created_at} />,
  },
  {
    key: 'source',
    header: 'Came from',
    narrow: true,
    oneLine: true,
    cell: ({ source }) => SOURCE_NAMES[source],
  },
];
