import { Button } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useActor } from '../../../../web/session.tsx';
import { useRowSelection } from '../../../../web/ui/table/row-selection.tsx';
import type { ListedClass } from '../../contract.ts';
import { nameOf, reload } from '../../web/calls.ts';
import type { BulkAssignment } from '../contract.ts';

const AssignClassesDialog = lazy(() =>
  import('./assign-classes-dialog.tsx').then((m) => ({ default: m.AssignClassesDialog })),
);

type Bulk = {
  rows: readonly ListedClass[] | undefined;
  count: number | undefined;
  filter: NonNullable<BulkAssignment['filter']>;
  noun: readonly [string, string];
};

export function useBulk({ rows, count, filter, noun }: Bulk) {
  const { role } = useActor();
  const [open, setOpen] = useState(false);
  const chosen = useRowSelection<ListedClass>({ rows, count, filters: JSON.stringify(filter), nameOf, noun });
  if (role !== 'superadmin') return { columns: [], bar: null };
  const assign = (
    <Button size="compact-sm" leftSection={<IconWorld size={14} aria-hidden />} onClick={() => setOpen(true)}>
      Assign to programs…
    </Button>
  );
  return {
    columns: [chosen.column],
    bar: (
      <>
        {chosen.barOf(assign)}
        {open && (
          <Suspense>
            <AssignClassesDialog
              selection={chosen.selection}
              filter={filter}
              onChanged={reload}
              onAssigned={chosen.clear}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        )}
      </>
    ),
  };
}
