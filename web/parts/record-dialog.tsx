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
  /** The record, where the page of the list holds it. */
  row: Row | undefined;
  /** Reads it by its id where no page holds it; a 404 where it is not there, or not the person's to see. */
  read: () => Promise<Row>;
  /** Whether the person may touch it; told in the same words as one that is not there. */
  may?: (record: Row) => boolean;
  /** What the screen has to know first, in words; null once it does. */
  wants?: string | null;
  /** Why the dialog cannot be opened for this record, in words; null where it can. */
  refusal?: (record: Row) => string | null;
  onClose: () => void;
  /** The dialog, for the record as it was when it was opened: a reload of the list does not change or close it. */
  children: (record: Row) => ReactNode;
};

/** A dialog that the address names by the id of a record, whether or not the list shows that record. */
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

/** Said alike of what does not exist and of what is another program's. */
function missingRecord(noun: string, id: number): string {
  return `There is no ${noun} #${id}, or it belongs to another program.`;
}
