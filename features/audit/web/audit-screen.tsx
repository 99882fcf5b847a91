import { Button } from '@mantine/core';
import { useState } from 'react';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { apiOf } from '../../../web/api.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { type Column, DataTable } from '../../../web/ui/data-table.tsx';
import { DateRange } from '../../../web/ui/date-range.tsx';
import { JsonDifference } from '../../../web/ui/json-difference.tsx';
import { TextFilter } from '../../../web/ui/text-filter.tsx';
import { Time } from '../../../web/ui/time.tsx';
import { useListQuery } from '../../../web/ui/use-list-query.ts';
import { type AuditEntry, auditContract } from '../contract.ts';

const api = apiOf({ audit: auditContract });
const address = {
  page: addressPage,
  entity: addressText,
  entity_id: addressText,
  admin_id: addressId,
  action: addressText,
  dates: addressText,
};
const NO_FILTERS = { entity: '', entity_id: '', admin_id: 0, action: '', dates: '' };

/** Who changed what, when, from where: newest first (specification: Audit). */
export function AuditScreen() {
  const { state, change } = useAddress(address);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const query = useListQuery(
    api.audit.audit.queryOptions({
      input: { ...state, admin_id: state.admin_id || undefined },
    }),
  );
  const toggle = (id: number) =>
    setOpen((before) =>
      before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id]),
    );

  return (
    <ListPage
      title="Audit"
      page={state.page}
      answer={query}
      noun="changes"
      filters={
        <>
          <TextFilter label="Entity" value={state.entity} onChange={(entity) => change({ entity })} />
          <TextFilter label="Id" value={state.entity_id} onChange={(entity_id) => change({ entity_id })} />
          <TextFilter
            label="Admin id"
            inputMode="numeric"
            value={state.admin_id ? String(state.admin_id) : ''}
            onChange={(typed) => change({ admin_id: Number(typed.replace(/\D/g, '')) })}
          />
          <TextFilter label="Action" value={state.action} onChange={(action) => change({ action })} />
          <DateRange label="Dates (UTC)" value={state.dates} onChange={(dates) => change({ dates })} />
        </>
      }
    >
      <DataTable
        caption="Audit"
        columns={columnsWith(open, toggle)}
        rows={query.data?.audit}
        rowKey={({ id }) => id}
        query={query}
        pageSize={PAGE_SIZE}
        below={({ id, before, after }) => open.has(id) && <JsonDifference before={before} after={after} />}
        nothingYet="No change has been recorded yet"
        filtered={Object.keys(NO_FILTERS).some((name) => Boolean(state[name as keyof typeof NO_FILTERS]))}
        onClearFilters={() => change(NO_FILTERS)}
      />
    </ListPage>
  );
}

function columnsWith(open: ReadonlySet<number>, toggle: (id: number) => void): Column<AuditEntry>[] {
  return [
    { key: 'at', header: 'When', oneLine: true, cell: ({ at }) => <Time value={at} /> },
    { key: 'who', header: 'Who', cell: whoOf },
    {
      key: 'what',
      header: 'What',
      rowHeader: true,
      cell: ({ action, entity, entity_id }) => `${action} ${entity} #${entity_id}`,
    },
    { key: 'address', header: 'Address', cell: ({ address: from }) => from ?? '–' },
    { key: 'program', header: 'Program', cell: programOf },
    {
      key: 'change',
      header: 'Change',
      hiddenHeader: true,
      numeric: true,
      cell: ({ id, before, after, entity, entity_id }) =>
        (before || after) && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={open.has(id)}
            aria-label={`Change of ${entity} ${entity_id}`}
            onClick={() => toggle(id)}
          >
            {open.has(id) ? 'Hide' : 'Show'}
          </Button>
        ),
    },
  ];
}

/** What has an address came from outside, also where nobody knows from whom. */
function whoOf({ admin_email, admin_id, address: from }: AuditEntry): string {
  if (admin_id !== null) return admin_email ?? `Admin ${admin_id}`;
  return from === null ? 'The system' : 'Not signed in';
}

function programOf({ program_id, program_display_name: name }: AuditEntry): string {
  return program_id === 0 ? 'All programs' : (name ?? `Program ${program_id}`);
}
