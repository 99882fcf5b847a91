import { RecordDialog } from './record-dialog.tsx';

type OpenedRowProps<Row> = {
  noun: string;
  /** The row that the address opens in place; 0 for none. */
  id: number;
  /** As `useList` gives it. */
  list: { rows: readonly Row[] | undefined; table: { query: { isPlaceholderData: boolean } } };
  /** Throws a 404 where there is none, or none to see. */
  read: (id: number) => Promise<Row>;
  onClose: () => void;
};

/** Says of a row that the address opens in its list where there is none to see; one that other pages hold is not brought. */
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
