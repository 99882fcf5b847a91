import { Switch } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../../../web/ui/failure.ts';
import type { Column } from '../../../web/ui/table/column.ts';
import { useRowToggle } from '../../../web/ui/table/use-row-toggle.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import type { Token } from '../contract.ts';
import { calls, reload } from './calls.ts';

/** Returns a column that switches a token; it shows the new state while the call runs. */
export function useStatusColumn(rows: readonly Token[] | undefined): Column<Token> {
  const [going, setGoing] = useState<{ id: number; status: 0 | 1 } | null>(null);
  const toggle = useRowToggle(async (id: number) => {
    const token = rows?.find((row) => row.id === id);
    if (!token) return;
    const status = token.status === 1 ? 0 : 1;
    setGoing({ id, status });
    try {
      await calls.updateToken.call({ id, token_data: { status } });
      await reload();
    } catch (error) {
      const { status: code, message } = failureOf(error);
      if (code === 400) toast(message, { kind: 'error', persistent: true });
      throw error;
    } finally {
      setGoing(null);
    }
  });
  return {
    key: 'status',
    header: 'Status',
    narrow: true,
    stays: true,
    cell: ({ id, code, status }) => {
      const isOn = (going?.id === id ? going.status : status) === 1;
      const failed = toggle.failed === id;
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
}
