import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogFooter } from '../dialog/dialog.tsx';
import { DialogPages } from '../dialog/dialog-pages.tsx';

type PagedFooterProps = {
  page: number;
  count: number | undefined;
  noun: readonly [one: string, more: string];
  onPage: (page: number) => void;
  beside?: ReactNode;
  onClose: () => void;
};

/** Footer of a dialog that only shows rows: pages, and Close, which has the focus first. */
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
