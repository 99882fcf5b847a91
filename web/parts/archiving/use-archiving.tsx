import { IconArchive, IconArchiveOff, IconCopy } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { failureOf } from '../../ui/failure.ts';
import { nearestTo, pathOf } from '../../ui/focus/focus-path.ts';
import { tellAdded } from '../../ui/table/added-row.ts';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { toastSwitched } from '../../ui/toast-switched.ts';
import { toast } from '../../ui/toasts.tsx';
import { useOnce } from '../../ui/use-once.ts';

export type ArchivedRow = { id: number; active: 0 | 1; archived_at: string | null; updated_at: string };
type Saved = { updated_at: string };
type Save = { id: number; updated_at: string };
type Call<Input, Answer> = { call: (input: Input) => Promise<Answer> };

export type Archives = {
  /** The noun in toasts, such as "Banner". */
  word: string;
  /** Path of its list, whose `edit` opens the form. */
  to: string;
  duplicate: Call<{ id: number }, { id: number }>;
  archive: Call<Save, Saved>;
  restore: Call<Save & { active?: boolean }, Saved>;
  many: Call<
    { records: (Save & { active?: boolean })[]; archived: boolean },
    { records: (Saved & { id: number })[] }
  >;
  reload: () => Promise<unknown>;
  /** True where a restored record never begins by itself: its undo says so. */
  staysInactive?: boolean;
};

export function useArchiving(archives: Archives) {
  const { word, to, reload, staysInactive = false } = archives;
  const { once } = useOnce();
  const navigate = useNavigate();
  const isHere = useLocation().pathname === to;

  const take = (work: () => Promise<void>) => {
    const from = pathOf(document.activeElement ?? document.body);
    void once(
      async () => {
        await work();
        // The row has left the list, and the focus with it.
        if (!document.activeElement?.closest('main, [role="dialog"]')) nearestTo(from)?.focus();
      },
      (error) => toast(failureOf(error).message, { kind: 'error', persistent: true }),
    );
  };
  const duplicate = async ({ id: of }: ArchivedRow) => {
    const { id } = await archives.duplicate.call({ id: of });
    await reload();
    tellAdded({ to, id });
    toast(`${word} duplicated. The copy is inactive`, { open: { to, search: { edit: id } } });
    await navigate({
      to,
      search: ((current: object) => ({ ...(isHere && current), edit: id })) as never,
      state: (current) => ({ ...current, openedHere: isHere }),
      resetScroll: !isHere,
    });
  };
  const archive = async ({ id, active, updated_at }: ArchivedRow) => {
    const saved = await archives.archive.call({ id, updated_at });
    await reload();
    const wasActive = active === 1;
    const comesBackPaused = wasActive && staysInactive;
    const before = { id, updated_at: saved.updated_at, ...(!staysInactive && { active: wasActive }) };
    toastSwitched(`${word} archived${comesBackPaused ? '. Undo brings it back paused' : ''}`, {
      undo: () => archives.restore.call(before),
      reload,
    });
  };
  const restore = async ({ id, updated_at }: ArchivedRow) => {
    const saved = await archives.restore.call({ id, updated_at });
    await reload();
    toastSwitched(`${word} restored. It is inactive`, {
      undo: () => archives.archive.call({ id, updated_at: saved.updated_at }),
      reload,
    });
  };

  /** `ask` is called instead of archiving, with what archives, where that has to be asked first. */
  return (
    row: ArchivedRow,
    actions: readonly RowAction[],
    ask: (go: () => void) => void = (go) => go(),
  ): RowAction[] => {
    const isArchived = row.archived_at !== null;
    const verbs = [
      {
        label: 'Duplicate',
        icon: <IconCopy size={16} aria-hidden />,
        onClick: () => take(() => duplicate(row)),
      },
      isArchived
        ? {
            label: 'Restore',
            icon: <IconArchiveOff size={16} aria-hidden />,
            onClick: () => take(() => restore(row)),
          }
        : {
            label: 'Archive',
            icon: <IconArchive size={16} aria-hidden />,
            onClick: () => ask(() => take(() => archive(row))),
          },
    ];
    if (isArchived) return verbs.toReversed();
    // Two verbs that stood in the row stay in it.
    const first = actions.length <= 2 ? actions.map((action) => ({ ...action, kept: true })) : actions;
    return [...first, ...verbs];
  };
}
