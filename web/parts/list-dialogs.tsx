import type { ReactNode } from 'react';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { type ListQuery, LoadError } from '../ui/table/loaded-list.tsx';

type ListDialogsProps = {
  /** What the list is of: "Email rules". */
  title: string;
  query: ListQuery;
  dialogs: { element: ReactNode; close: () => void };
};

/** Dialogs that offer what the first page of their list brings: they wait for it, and say so where it fails. */
export function ListDialogs({ title, query, dialogs }: ListDialogsProps) {
  const { data, error, refetch } = query;
  if (!dialogs.element || data !== undefined) return dialogs.element;
  if (!error) return null;
  return (
    <Dialog title={title} onClose={dialogs.close} small>
      <LoadError error={error} onRetry={() => void refetch()} />
    </Dialog>
  );
}
