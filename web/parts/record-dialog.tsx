import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { failureOf } from '../ui/failure.ts';
import { LoadError } from '../ui/loaded-list.tsx';

type RecordDialogProps<Row> = {
  /** What it is called: "event". */
  noun: string;
  id: number;
  /** The record, where the page of the list holds it. */
  row: Row | undefined;
  /** Reads it by its id where no page holds it; a 404 where it is not there, or not the person's to see. */
  read: () => Promise<Row>;
  /** Whether the person may touch it; told in the same words as one that is not there. */
  may?: (record: Row) => boolean;
  onClose: () => void;
  /** The dialog, for the record as it was when it was opened: a reload of the list does not change or close it. */
  children: (record: Row) => ReactNode;
};

/** A dialog that the address names by the id of a record, whether or not the list shows that record. */
export function RecordDialog<Row>({ noun, id, row, read, may, onClose, children }: RecordDialogProps<Row>) {
  const [record, setRecord] = useState(row);
  const { data, error, refetch } = useQuery({
    queryKey: ['record', noun, id],
    queryFn: read,
    enabled: record === undefined,
    gcTime: 0,
  });
  if (record === undefined && (row ?? data) !== undefined) setRecord(row ?? data);

  if (record !== undefined && (may?.(record) ?? true)) return children(record);
  const isMissing = record !== undefined || (error && failureOf(error).status === 404);
  if (!isMissing && !error) return null;
  return (
    <Dialog title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} #${id}`} onClose={onClose} small>
      {isMissing ? (
        <Text size="sm">
          There is no {noun} #{id}, or it belongs to another program.
        </Text>
      ) : (
        <LoadError error={error} onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
}
