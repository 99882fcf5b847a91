import { Button, Group } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useMemo } from 'react';
import { failureOf } from '../../../../web/ui/failure.ts';
import { TwoLines } from '../../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import type { ListQuery } from '../../../../web/ui/table/loaded-list.tsx';
import { actionsColumn, RowActions } from '../../../../web/ui/table/row-actions.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';
import type { OpenSession } from '../contract.ts';
import { reload } from './calls.ts';

type SessionTableProps = {
  query: ListQuery & { data: { sessions: OpenSession[] } | undefined };
  onEnd: (session: OpenSession) => Promise<{ ended: number }>;
  onEndOthers: () => Promise<{ ended: number }>;
  endOthers: string;
};

export function SessionTable({ query, onEnd, onEndOthers, endOthers }: SessionTableProps) {
  const { busy, once } = useOnce();
  const rows = query.data?.sessions;
  const others = rows?.filter(({ current }) => current === 0).length ?? 0;
  const columns = useMemo(() => columnsWith((session) => void ended(() => onEnd(session))), [onEnd]);
  return (
    <>
      <DataTable
        caption="Open sessions"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        query={query}
        pageSize={3}
        nothingYet="No open session"
        purpose="An admin who is signed in has a session here until it ends."
      />
      {others > 0 && (
        <Group mt="sm">
          <Button
            variant="default"
            size="sm"
            {...unavailable(busy)}
            onClick={() => void once(() => ended(onEndOthers))}
          >
            {busy ? 'Ending…' : endOthers}
          </Button>
        </Group>
      )}
    </>
  );
}

function columnsWith(onEnd: (session: OpenSession) => void): Column<OpenSession>[] {
  return [
    {
      key: 'device',
      header: 'Device',
      rowHeader: true,
      cell: ({ device, current }) => (
        <TwoLines first={device} second={current === 1 ? 'This session' : undefined} />
      ),
    },
    {
      key: 'address',
      header: 'Address',
      cell: ({ address }) => address,
      onCard: ({ address, current }) => (current === 1 ? `This session · ${address}` : address),
    },
    { key: 'time_zone', header: 'Place by time zone', cell: ({ time_zone }) => placeOf(time_zone) },
    { key: 'created_at', header: 'Signed in', cell: ({ created_at }) => <Time value={created_at} /> },
    {
      key: 'last_used_at',
      header: 'Last used',
      cell: ({ last_used_at, current }) => (current === 1 ? 'Now' : <Time value={last_used_at} />),
    },
    actionsColumn<OpenSession>((session) => (
      <RowActions of={session.device} actions={session.current === 1 ? [] : [ending(() => onEnd(session))]} />
    )),
  ];
}

function ending(onClick: () => void) {
  return { label: 'End', icon: <IconLogout size={16} aria-hidden />, kept: true, onClick };
}

/** "Europe/Berlin" as the place that it names. */
function placeOf(timeZone: string): string {
  return timeZone.split('/').at(-1)?.replaceAll('_', ' ') || 'Unknown';
}

async function ended(work: () => Promise<{ ended: number }>): Promise<void> {
  try {
    const { ended: count } = await work();
    toast(count === 1 ? 'Session ended' : `${count} sessions ended`);
  } catch (error) {
    toast(failureOf(error).message, { kind: 'error' });
  }
  await reload();
}
