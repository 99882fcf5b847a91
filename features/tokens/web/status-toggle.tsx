import { Switch } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../../../web/ui/failure.ts';
import { StatusPill } from '../../../web/ui/status-pill.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { useRowToggle } from '../../../web/ui/table/use-row-toggle.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import type { Token } from '../contract.ts';
import { calls, reload } from './calls.ts';

type StatusToggle = {
  /** A switch, which shows the new state while the call runs; a used token has none, as it is done. */
  column: Column<Token>;
  toggle: (id: number) => void;
};

export function useStatusToggle(rows: readonly Token[] | undefined): StatusToggle {
  const [going, setGoing] = useState<{ id: number; status: 0 | 1 } | null>(null);
  const change = async (id: number) => {
    const before = rows?.find((row) => row.id === id)?.status;
    if (before === undefined) return undefined;
    const status = before === 1 ? 0 : 1;
    setGoing({ id, status });
    try {
      const { token } = await calls.updateToken.call({ id, token_data: { status } });
      await reload();
      const { updated_at } = token;
      return () => calls.updateToken.call({ id, token_data: { status: before, updated_at } });
    } catch (error) {
      const { status: code, message } = failureOf(error);
      if (code === 400) toast(message, { kind: 'error', persistent: true });
      throw error;
    } finally {
      setGoing(null);
    }
  };
  const toggle = useRowToggle({ change, reload });
  const column: Column<Token> = {
    key: 'status',
    header: 'Status',
    narrow: true,
    stays: true,
    cell: ({ id, code, status, used }) => {
      const isOn = (going?.id === id ? going.status : status) === 1;
      const failed = toggle.failed === id;
      if (used > 0) return <UsedStatus isOn={isOn} failed={failed} />;
      return (
        <Switch
          size="sm"
          label={isOn ? 'On' : 'Off'}
          aria-label={`Status: ${code}${failed ? ', not saved' : ''}`}
          title={failed ? 'Not saved' : undefined}
          error={failed}
          checked={isOn}
          // Not `disabled`: the focus would be lost while the change is on its way.
          aria-disabled={toggle.busy}
          onChange={() => toggle.toggle(id)}
        />
      );
    },
  };
  return { column, toggle: toggle.toggle };
}

function UsedStatus({ isOn, failed }: { isOn: boolean; failed: boolean }) {
  if (failed) return <StatusPill status="failed">Not saved</StatusPill>;
  return isOn ? <StatusPill status="done">Used</StatusPill> : <StatusPill status="off">Inactive</StatusPill>;
}
