import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { apiOf } from '../../../web/api.ts';
import { columnsWith } from '../../../web/parts/audit/audit-columns.tsx';
import { AUDIT_WORDS } from '../../../web/parts/audit/audit-words.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { DateRange } from '../../../web/ui/chooser/date-range.tsx';
import { TextFilter } from '../../../web/ui/chooser/text-filter.tsx';
import { JsonDifference } from '../../../web/ui/form/json-difference.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { Time } from '../../../web/ui/time.tsx';
import { auditContract } from '../contract.ts';
import { AuthorSelect } from './author-select.tsx';

const api = apiOf({ audit: auditContract });
const shape = {
  page: addressPage,
  entity: addressText,
  entity_id: addressText,
  parent_id: addressId,
  admin_id: addressId,
  action: addressText,
  dates: addressText,
};
const ENTITIES = Object.entries(AUDIT_WORDS)
  .map(([value, { word }]) => ({ value, label: word }))
  .sort((a, b) => a.label.localeCompare(b.label));

function actionsOf(entity: string) {
  const of = entity === '' ? Object.values(AUDIT_WORDS) : [AUDIT_WORDS[entity]];
  const actions = new Set(of.flatMap((words) => Object.keys(words?.actions ?? {})));
  return [...actions].sort().map((value) => ({ value, label: value.replaceAll(/[_-]/g, ' ') }));
}

const NO_FILTERS = { entity: '', entity_id: '', parent_id: 0, admin_id: 0, action: '', dates: '' };

export function AuditScreen() {
  const address = useAddress(shape);
  const { state, change } = address;
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const { entity, entity_id, action, dates } = state;
  const filter = {
    entity,
    entity_id,
    action,
    dates,
    admin_id: state.admin_id || undefined,
    parent_id: state.parent_id || undefined,
  };
  const list = useList({
    address,
    filters: NO_FILTERS,
    query: ({ page }) => api.audit.audit.queryOptions({ input: { ...filter, page } }),
    csv: (polled) => api.audit.auditCsv.call({ ...polled, ...filter }),
    rows: 'audit',
    noun: ['entry', 'entries'],
    purpose: 'Every change by an admin is recorded here, with who made it and when.',
    nothingYet: 'No changes recorded yet',
    order: { by: 'at', dest: 'desc' },
  });
  const archived_until = list.table.query.data?.archived_until;
  const toggle = (id: number) =>
    setOpen((before) =>
      before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id]),
    );

  return (
    <ListPage
      {...list.page}
      views
      title="Audit"
      filters={
        <>
          <WordChoice
            label="Entity"
            value={state.entity}
            choices={ENTITIES}
            onChange={(entity) => change({ entity, action: '' })}
          />
          <TextFilter label="ID" value={state.entity_id} onChange={(entity_id) => change({ entity_id })} />
          <AuthorSelect value={state.admin_id} onChange={(admin_id) => change({ admin_id })} />
          <WordChoice
            label="Action"
            value={state.action}
            choices={actionsOf(state.entity)}
            onChange={(action) => change({ action })}
          />
          <DateRange label="Dates (UTC)" value={state.dates} onChange={(dates) => change({ dates })} />
        </>
      }
    >
      {state.parent_id > 0 && (
        <Alert variant="outline" p="xs" mb="sm">
          Details of one change.{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => change({ parent_id: 0 })}>
            Show all changes
          </Button>
        </Alert>
      )}
      <DataTable
        {...list.table}
        caption="Audit"
        columns={columnsWith(open, toggle, list.table.query.data?.names)}
        below={({ id, before, after }) => open.has(id) && <JsonDifference before={before} after={after} />}
      />
      {archived_until && (
        <Text size="sm" c="dimmed" mt="sm">
          Most changes up to <Time exact value={archived_until} /> are archived. An operator can read them.
        </Text>
      )}
    </ListPage>
  );
}

type WordChoiceProps = {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

/** Keeps the value of the address among the choices, also where it has no words of its own. */
function WordChoice({ label, value, choices, onChange }: WordChoiceProps) {
  const isKnown = value === '' || choices.some((choice) => choice.value === value);
  return (
    <Choice
      label={label}
      placeholder="All"
      data={isKnown ? choices : [...choices, { value, label: value }]}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      nothingFoundMessage="No results"
    />
  );
}
