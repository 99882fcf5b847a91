import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogFooter } from '../dialog/dialog.tsx';
import { DialogPages } from '../dialog/dialog-pages.tsx';

type PagedFooterProps = {
  page: number;
  /** How many rows there are; undefined while nobody knows. */
  count: number | undefined;
  noun: readonly [one: string, more: string];
  onPage: (page: number) => void;
  /** What stands beside the button, as what the rows come to. */
  beside?: ReactNode;
  onClose: () => void;
};

/** The end of a dialog that only shows rows: their pages, and Close, which has the focus first. */
export function PagedFooter({ page, count, noun, onPage, beside, onClose }: PagedFooterProps) {
  return (
    <DialogFooter>
      <DialogPages page={page} count={count} noun={noun} onPage={onPage} />
      <Group justify={beside === undefined ? 'flex-end' : 'space-between'}>
        {beside}
        <Button variant="default" data-autofocus onClick={onClose}>
          Close
        </Button>
      </Group>
    </DialogFooter>
  );
}
