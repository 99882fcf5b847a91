import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useCallback, useRef } from 'react';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { type ListQuery, type ListTexts, LoadedList } from '../../../web/ui/loaded-list.tsx';
import { type Step, useUnsavedGuard } from '../../../web/ui/unsaved-guard.tsx';
import classes from './group-card.module.css';
import { GroupCard } from './group-card.tsx';
import type { Group, GroupLevel } from './level.ts';

const RecalculationDialog = lazy(() =>
  import('./recalculation-dialog.tsx').then((m) => ({ default: m.RecalculationDialog })),
);

/** The dialogs that stand in the address; a step that changes nothing else leaves the cards where they are. */
const DIALOGS = ['referral', 'recalculation'];

type GroupListProps<Owner extends Group> = ListTexts & {
  level: GroupLevel<Owner>;
  owners: readonly Owner[] | undefined;
  query: ListQuery;
  /** The dialogs as the address has them: the owner to add a referral to, the recalculation to look at; 0 for none. */
  dialogs: { referral: number; recalculation: number };
  onOpen: (dialog: { referral: number } | { recalculation: number }) => void;
  onClose: () => void;
};

/** The cards of a page, guarded: no way away from unsent edits without a question. */
export function GroupList<Owner extends Group>(props: GroupListProps<Owner>) {
  const { level, owners = [], query, dialogs, onOpen, onClose, ...texts } = props;
  const dirty = useRef(new Set<number>());
  const onDirty = useCallback((id: number, is: boolean) => {
    if (is) dirty.current.add(id);
    else dirty.current.delete(id);
  }, []);
  const guard = useUnsavedGuard((step) => dirty.current.size > 0 && !(step && onlyDialogs(step)));

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
          referring={dialogs.referral === owner.id}
          onRefer={(open) => (open ? onOpen({ referral: owner.id }) : onClose())}
          onSeeRecalculation={(id) => onOpen({ recalculation: id })}
        />
      ))}
      <Suspense>
        {dialogs.recalculation > 0 && <RecalculationDialog id={dialogs.recalculation} onClose={onClose} />}
      </Suspense>
      {guard.question}
    </LoadedList>
  );
}

function onlyDialogs({ current, next }: Step): boolean {
  return current.pathname === next.pathname && withoutDialogs(current.search) === withoutDialogs(next.search);
}

function withoutDialogs(search: object): string {
  const rest = Object.entries(search).filter(([name]) => !DIALOGS.includes(name));
  return JSON.stringify(rest.sort(([a], [b]) => a.localeCompare(b)));
}
