import { Skeleton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useUnsavedGuard } from '../../../../web/ui/form/unsaved-guard.tsx';
import { lazyGeneric } from '../../../../web/ui/lazy-generic.ts';
import { useRowKeys } from '../../../../web/ui/table/cursor/row-keys.ts';
import { type ListQuery, type ListTexts, LoadedList } from '../../../../web/ui/table/loaded-list.tsx';
import type { GroupLevel, Heir } from '../levels/level.ts';
import {
  type CardDialog,
  type CardsAddress,
  changesOnlyDialogs,
  NO_DIALOG,
  withoutDialogs,
} from './card-dialogs.ts';
import classes from './group-card.module.css';
import { GroupCard } from './group-card.tsx';

const RecalculationDialog = lazy(() =>
  import('../recalculation/recalculation-dialog.tsx').then((m) => ({ default: m.RecalculationDialog })),
);

const AwayCardDialog = lazyGeneric(() => import('./away-card-dialog.tsx').then((m) => m.AwayCardDialog));

const NONE: readonly never[] = [];
const OF_A_CARD: readonly CardDialog[] = ['referral', 'refer', 'history'];

type GroupListProps<Owner extends Heir> = ListTexts & {
  level: GroupLevel<Owner>;
  rows: readonly Owner[] | undefined;
  query: ListQuery;
  pageSize: number;
  address: Pick<CardsAddress, 'state' | 'openDialog' | 'closeDialog'>;
};

export function GroupList<Owner extends Heir>(props: GroupListProps<Owner>) {
  const { level, rows = NONE, query, pageSize, address, ...texts } = props;
  const { state, openDialog, closeDialog } = address;
  const [dirty, setDirty] = useState<ReadonlySet<number>>(new Set());
  const onDirty = useCallback(
    (id: number, is: boolean) =>
      setDirty((before) =>
        before.has(id) === is
          ? before
          : new Set(is ? [...before, id] : [...before].filter((other) => other !== id)),
      ),
    [],
  );
  const owners = useKeptOwners(rows, dirty, query.isPlaceholderData);
  const guard = useUnsavedGuard((step) => {
    const stays =
      step &&
      step.current.pathname === step.next.pathname &&
      changesOnlyDialogs(step.current.search, step.next.search);
    if (stays) return [];
    return owners.filter(({ id }) => dirty.has(id)).map(level.titleOf);
  });
  const cards = useRef<HTMLDivElement>(null);
  useRowKeys(cards, { isOn: true, onOpen: (key) => intoCard(cards.current, key), onPeek: () => {} });
  const close = () => closeDialog(NO_DIALOG);
  const opened = OF_A_CARD.find((name) => state[name] > 0);
  // What no card here shows: it is on another page, or its level has no such dialog.
  const isOnCard = (name: CardDialog) =>
    owners.some(({ id }) => id === state[name]) && (name !== 'refer' || level.referInstructor !== undefined);
  const isAway = opened && !query.isPending && !isOnCard(opened);

  return (
    <>
      <LoadedList
        {...texts}
        query={query}
        isEmpty={owners.length === 0}
        skeleton={Array.from({ length: pageSize }, (_card, index) => (
          <div key={index} className={classes.card}>
            <Skeleton height={72} />
            <Skeleton height={168} />
          </div>
        ))}
      >
        {/* Cards of a page that is being left: what was typed into them now would go with them. */}
        <div ref={cards} inert={query.isPlaceholderData}>
          {owners.map((owner) => (
            <GroupCard
              key={owner.id}
              level={level}
              owner={owner}
              onDirty={onDirty}
              dialog={opened && state[opened] === owner.id ? opened : null}
              onDialog={(name) => (name ? openDialog({ [name]: owner.id }) : close())}
              onSeeRecalculation={(recalculation) => openDialog({ recalculation })}
              resolve={state.resolve}
            />
          ))}
        </div>
      </LoadedList>
      <Suspense>
        {isAway && (
          <AwayCardDialog
            key={`${opened} ${state[opened]}`}
            level={level}
            dialog={opened}
            id={state[opened]}
            onClose={close}
          />
        )}
        {!opened && state.recalculation > 0 && (
          <RecalculationDialog id={state.recalculation} onClose={close} />
        )}
      </Suspense>
      {guard.question}
    </>
  );
}

/** Enter on a card: its first rate, or what adds one. */
function intoCard(cards: HTMLElement | null, key: string): boolean {
  const card = cards?.querySelector(`:scope > [data-row="${key}"]`);
  const first = card?.querySelector<HTMLElement>('td input:not([readonly]), [data-add]');
  first?.focus();
  return first !== null;
}

function useKeptOwners<Owner extends Heir>(
  loaded: readonly Owner[],
  dirty: ReadonlySet<number>,
  isOld: boolean,
): readonly Owner[] {
  const place = withoutDialogs(useSearch({ strict: false }) as object);
  const [last, setLast] = useState({ place, loaded, owners: loaded });
  if (isOld || loaded === last.loaded) return last.owners;
  const kept = last.place === place ? last.owners.filter(({ id }) => dirty.has(id)) : [];
  const gone = kept.filter(({ id }) => !loaded.some((owner) => owner.id === id));
  const owners = [...loaded, ...gone];
  setLast({ place, loaded, owners });
  return owners;
}
