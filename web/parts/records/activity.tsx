import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { auditContract } from '../../../features/audit/contract.ts';
import type { AuditEntity } from '../../../features/nouns.ts';
import { apiOf } from '../../api.ts';
import { DialogPages } from '../../ui/dialog/dialog-pages.tsx';
import { JsonDifference } from '../../ui/form/json-difference.tsx';
import { linkTo } from '../../ui/link-to.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useListQuery } from '../../ui/table/use-list.ts';
import { columnsWith } from '../audit/audit-columns.tsx';

const api = apiOf({ audit: auditContract });

export function Activity({ entity, id }: { entity: AuditEntity; id: number }) {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const of = { entity, entity_id: String(id) };
  const query = useListQuery(api.audit.audit.queryOptions({ input: { ...of, page }, staleTime: 0 }));
  const toggle = (one: number) =>
    setOpen((before) => new Set([...before, one].filter((id) => id !== one || !before.has(one))));
  return (
    <>
      <DialogPages page={page} count={query.data?.count} noun={['change', 'changes']} onPage={setPage} />
      <DataTable
        caption="Activity, newest first"
        columns={columnsWith(open, toggle, query.data?.names)}
        rows={query.data?.audit}
        rowKey={(entry) => entry.id}
        query={query}
        pageSize={5}
        nothingYet="No changes recorded yet"
        purpose="Every change by an admin appears here with its author and time."
        below={(entry) => open.has(entry.id) && <JsonDifference before={entry.before} after={entry.after} />}
      />
      <Group justify="flex-end" mt="xs">
        <Anchor component={Link} {...linkTo('/audit', of)} size="sm">
          Open in Audit
        </Anchor>
      </Group>
    </>
  );
}
