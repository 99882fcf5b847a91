import { Button } from '@mantine/core';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { failureOf } from '../../ui/failure.ts';
import { useRowSelection } from '../../ui/table/row-selection.tsx';
import { toastSwitched } from '../../ui/toast-switched.ts';
import { toast } from '../../ui/toasts.tsx';
import { unavailable } from '../../ui/unavailable.ts';
import { useOnce } from '../../ui/use-once.ts';
import type { ArchivedRow, Archives } from './use-archiving.tsx';

type BulkArchiving<Row> = {
  rows: readonly Row[] | undefined;
  /** Page and filters: another one clears the ticks, as only what is seen is archived. */
  filters: object;
  nameOf: (row: Row) => string;
  noun: readonly [one: string, many: string];
  mayArchive: (row: Row) => boolean;
  isArchive: boolean;
  /** Called instead of archiving, with the rows and what archives them, where that has to be asked first. */
  ask?: (rows: readonly Row[], go: () => void) => void;
};

/** Adds ticks to a list, and a bar that archives or restores what is ticked, all or none, with one Undo. */
export function useBulkArchiving<Row extends ArchivedRow>(
  { word, many, reload, staysInactive = false }: Archives,
  { rows, filters, nameOf, noun, mayArchive, isArchive, ask = (_, go) => go() }: BulkArchiving<Row>,
) {
  const { busy, once } = useOnce();
  const chosen = useRowSelection<Row>({
    rows,
    count: undefined,
    filters: JSON.stringify(filters),
    nameOf,
    noun,
    isSelectable: mayArchive,
  });
  const ticked = (rows ?? []).filter(({ id }) => 'ids' in chosen.selection && chosen.selection.ids.has(id));

  const take = () =>
    once(
      async () => {
        const records = ticked.map(({ id, updated_at }) => ({ id, updated_at }));
        const saved = await many.call({ records, archived: !isArchive });
        chosen.clear();
        await reload();
        const wasActive = new Map(ticked.map(({ id, active }) => [id, active === 1]));
        const before = saved.records.map(({ id, updated_at }) => ({
          id,
          updated_at,
          ...(!isArchive && !staysInactive && { active: wasActive.get(id) === true }),
        }));
        const count = `${before.length} ${before.length === 1 ? word.toLowerCase() : noun[1]}`;
        toastSwitched(`${count} ${isArchive ? 'restored. They are inactive' : 'archived'}`, {
          undo: () => many.call({ records: before, archived: isArchive }),
          reload,
        });
      },
      (error) => toast(failureOf(error).message, { kind: 'error', persistent: true }),
    );

  const Icon = isArchive ? IconArchiveOff : IconArchive;
  const verb = isArchive ? 'Restore' : 'Archive';
  return {
    columns: (rows ?? []).some(mayArchive) || chosen.selected > 0 ? [chosen.column] : [],
    bar: chosen.barOf(
      <Button
        size="compact-sm"
        leftSection={<Icon size={14} aria-hidden />}
        {...unavailable(busy)}
        onClick={() => (isArchive ? void take() : ask(ticked, () => void take()))}
      >
        {verb} {chosen.selected}
      </Button>,
    ),
  };
}
