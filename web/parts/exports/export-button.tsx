import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { unavailable } from '../../ui/unavailable.ts';
import { useOnce } from '../../ui/use-once.ts';
import { ExportDialog } from './export-dialog.tsx';
import { changeExport, useExports } from './export-list.ts';
import { beginExport, type Poll } from './export-run.ts';

type ExportButtonProps = {
  title: string;
  poll: Poll;
  quiet?: boolean;
  label?: string;
};

/** Starts an export and shows its progress; it continues in the frame when the screen or dialog is left. */
export function ExportButton({ title, poll, quiet = false, label = 'Download CSV' }: ExportButtonProps) {
  const { busy, once } = useOnce();
  const [shown, setShown] = useState<number | null>(null);
  const entry = useExports().find(({ id, inFront }) => id === shown && inFront);
  useEffect(() => {
    if (shown !== null) return () => changeExport(shown, { inFront: false });
  }, [shown]);
  return (
    <>
      <Button
        size="sm"
        variant={quiet ? 'default' : 'filled'}
        leftSection={<IconDownload size={16} aria-hidden />}
        data-sign={quiet || undefined}
        title={quiet ? label : undefined}
        {...unavailable(busy)}
        aria-busy={busy}
        onClick={() => void once(async () => setShown(await beginExport(title, poll)))}
      >
        {busy ? 'Starting…' : label}
      </Button>
      {entry && <ExportDialog entry={entry} />}
    </>
  );
}
