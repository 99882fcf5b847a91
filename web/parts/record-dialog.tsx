import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { failureOf } from '../ui/failure.ts';
import { capital } from '../ui/form/field-words.ts';
import { LoadError } from '../ui/table/loaded-list.tsx';

type RecordDialogProps<Row> = {
  noun: string;
  id: number;
  row: Row | undefined;
  /** Reads a record that is on no page; throws a 404 where it does not exist, or is not the person's to see. */
  read: () => Promise<Row>;
  /** Returns whether the person may change it; otherwise it is reported as not found. */
  may?: (record: Row) => boolean;
  /** Data that the screen still has to load, in words; null where none. */
  wants?: string | null;
  /** Returns why the dialog cannot be opened for this record, in words; null where it can. */
  refusal?: (record: Row) => string | null;
  onClose: () => void;
  /** Renders the dialog for the record as it was when opened: a reload of the list neither changes nor closes it. */
  children: (record: Row) => ReactNode;
};

export function RecordDialog<Row>(props: RecordDialogProps<Row>) {
  const { noun, id, row, read, may, wants = null, refusal, onClose, children } = props;
  const [opened, setOpened] = useState<{ record: Row; refused: string | null } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['record', noun, id],
    queryFn: read,
    enabled: row === undefined && opened === null,
    gcTime: 0,
    staleTime: 0,
  });
  const found = row ?? data;
  const missing = found !== undefined && may && !may(found) ? missingRecord(noun, id) : null;
  // What the screen wants may come yet; what is refused stays refused.
  if (opened === null && found !== undefined && (missing !== null || wants === null))
    setOpened({ record: found, refused: missing ?? refusal?.(found) ?? null });

  if (opened && opened.refused === null) return children(opened.record);
  const isMissing = !opened && error && failureOf(error).status === 404;
  const awaits = !opened && found !== undefined ? wants : null;
  const said = opened?.refused ?? (isMissing ? missingRecord(noun, id) : awaits);
  if (said === null && !error) return null;
  return (
    <Dialog title={`${capital(noun)} #${id}`} onClose={onClose} small>
      {said === null ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Text size="sm">{said}</Text>
      )}
    </Dialog>
  );
}

function missingRecord(noun: string, id: number): string {
  return `There is no ${noun} #${id}, or it belongs to another program.`;
}
