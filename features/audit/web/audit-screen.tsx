import { Button } from '@mantine/core';
import { useState } from 'react';
import { apiOf } from '../../../web/api.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import type { Column } from '../../../web/ui/column.ts';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { DateRange } from '../../../web/ui/date-range.tsx';
import { JsonDifference } from '../../../web/ui/json-difference.tsx';
import { TextFilter } from '../../../web/ui/text-filter.tsx';
import { Time } from '../../../web/ui/time.tsx';
import { useList } from '../../../web/ui/use-list.ts';
import { type AuditEntry, auditContract } from '../contract.ts';

const api = apiOf({ audit: auditContract });
const shape = {
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
  const address = useAddress(shape);
  const { state, change } = address;
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const list = useList({
    address,
    filters: NO_FILTERS,
    query: ({ admin_id, ...asked }) =>
      api.audit.audit.queryOptions({ input: { ...asked, admin_id: admin_id || undefined } }),
    rows: 'audit',
    noun: ['change', 'changes'],
    nothingYet: 'No change has been recorded yet',
    order: { by: 'at', dest: 'desc' },
  });
  const toggle = (id: number) =>
    setOpen((before) =>
      before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id]),
    );

  return (
    <ListPage
      {...list.page}
      title="Audit"
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
        {...list.table}
        caption="Audit"
        columns={columnsWith(open, toggle)}
        below={({ id, before, after }) => open.has(id) && <JsonDifference before={before} after={after} />}
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
    { key: 'address', header: 'Address', priority: -1, cell: ({ address: from }) => from ?? '–' },
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
