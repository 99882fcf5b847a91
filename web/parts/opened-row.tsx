import { RecordDialog } from './record-dialog.tsx';

type OpenedRowProps<Row> = {
  noun: string;
  /** Id of the row that the address opens; 0 for none. */
  id: number;
  list: { rows: readonly Row[] | undefined; table: { query: { isPlaceholderData: boolean } } };
  /** Throws a 404 where there is none, or none to see. */
  read: (id: number) => Promise<Row>;
  onClose: () => void;
};

/** Reports a row in the address that does not exist; one that is on another page is not loaded. */
export function OpenedRow<Row extends { id: number }>({
  noun,
  id,
  list,
  read,
  onClose,
}: OpenedRowProps<Row>) {
  const { rows, table } = list;
  if (id === 0 || !rows || table.query.isPlaceholderData) return null;
  return (
    <RecordDialog
      key={id}
      noun={noun}
      id={id}
      row={rows.find((row) => row.id === id)}
      read={() => read(id)}
      onClose={onClose}
    >
      {() => null}
    </RecordDialog>
  );
}
