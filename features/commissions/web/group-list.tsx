import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useCallback, useRef } from 'react';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { type ListQuery, type ListTexts, LoadedList } from '../../../web/ui/loaded-list.tsx';
import { useUnsavedGuard } from '../../../web/ui/unsaved-guard.tsx';
import { type CardDialog, type CardsAddress, changesOnlyDialogs, NO_DIALOG } from './card-dialogs.ts';
import classes from './group-card.module.css';
import { GroupCard } from './group-card.tsx';
import type { Group, GroupLevel } from './level.ts';

const RecalculationDialog = lazy(() =>
  import('./recalculation-dialog.tsx').then((m) => ({ default: m.RecalculationDialog })),
);

const OF_A_CARD: readonly CardDialog[] = ['referral', 'refer', 'history'];

type GroupListProps<Owner extends Group> = ListTexts & {
  level: GroupLevel<Owner>;
  owners: readonly Owner[] | undefined;
  query: ListQuery;
  /** Where the open dialog stands. */
  address: Pick<CardsAddress, 'state' | 'openDialog' | 'closeDialog'>;
};

/** The cards of a page, guarded: no way away from unsent edits without a question. */
export function GroupList<Owner extends Group>(props: GroupListProps<Owner>) {
  const { level, owners = [], query, address, ...texts } = props;
  const { state, openDialog, closeDialog } = address;
  const dirty = useRef(new Set<number>());
  const onDirty = useCallback((id: number, is: boolean) => {
    if (is) dirty.current.add(id);
    else dirty.current.delete(id);
  }, []);
  const guard = useUnsavedGuard((step) => {
    const stays =
      step &&
      step.current.pathname === step.next.pathname &&
      changesOnlyDialogs(step.current.search, step.next.search);
    return dirty.current.size > 0 && !stays;
  });
  const close = () => closeDialog(NO_DIALOG);

  return (
    <LoadedList
      query={query}
      isEmpty={owners.length === 0}
      skeleton={Array.from({ length: PAGE_SIZE }, (_card, index) => (
        <div key={index} className={classes.card}>
          <Skeleton height={72} />
          <Skeleton height={168} />
        </div>
      ))}
      {...texts}
    >
      {owners.map((owner) => (
        <GroupCard
          key={owner.id}
          level={level}
          owner={owner}
          onDirty={onDirty}
          dialog={OF_A_CARD.find((name) => state[name] === owner.id) ?? null}
          onDialog={(name) => (name ? openDialog({ [name]: owner.id }) : close())}
          onSeeRecalculation={(recalculation) => openDialog({ recalculation })}
        />
      ))}
      <Suspense>
        {state.recalculation > 0 && <RecalculationDialog id={state.recalculation} onClose={close} />}
      </Suspense>
      {guard.question}
    </LoadedList>
  );
}
