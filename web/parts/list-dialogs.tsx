import type { ReactNode } from 'react';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { type ListQuery, LoadError } from '../ui/table/loaded-list.tsx';

type ListDialogsProps = {
  title: string;
  query: ListQuery;
  dialogs: { element: ReactNode; close: () => void };
};

/** Dialogs that need data of their list's first page: they wait for it, and show its failure. */
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
