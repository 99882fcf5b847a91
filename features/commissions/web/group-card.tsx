import { Alert, Button, Text, VisuallyHidden } from '@mantine/core';
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { failureOf } from '../../../web/ui/failure.ts';
import type { CommissionType } from '../rules.ts';
import { AddRowButtons } from './add-row-buttons.tsx';
import classes from './group-card.module.css';
import { type DraftRow, ruleRows } from './group-draft.ts';
import { GroupRows } from './group-rows.tsx';
import type { Group, GroupLevel } from './level.ts';
import { RecalculationChip } from './recalculation-chip.tsx';
import { SplitFigures } from './split-figures.tsx';
import { type GroupCardState, useGroupCard } from './use-group-card.ts';

const PreviewDialog = lazy(() => import('./preview-dialog.tsx').then((m) => ({ default: m.PreviewDialog })));
const RemoveRowDialog = lazy(() =>
  import('./remove-row-dialog.tsx').then((m) => ({ default: m.RemoveRowDialog })),
);
const AddReferralDialog = lazy(() =>
  import('./add-referral-dialog.tsx').then((m) => ({ default: m.AddReferralDialog })),
);
const ConflictOfGroup = lazy(() =>
  import('./conflict-of-group.tsx').then((m) => ({ default: m.ConflictOfGroup })),
);

type GroupCardProps<Owner extends Group> = {
  level: GroupLevel<Owner>;
  owner: Owner;
  /** Told whenever the card gets its first unsent edit or loses its last. */
  onDirty: (id: number, dirty: boolean) => void;
  /** The dialog to add a referral stands in the address, so the screen opens and closes it. */
  referring: boolean;
  onRefer: (open: boolean) => void;
  onSeeRecalculation: (id: number) => void;
};

/** One instructor, program or class: the split as a bar and figures, the rows to edit, what can be done with them. */
export function GroupCard<Owner extends Group>(props: GroupCardProps<Owner>) {
  const { level, owner, onDirty, referring, onRefer, onSeeRecalculation } = props;
  const card = useGroupCard(level, owner);
  const [removed, setRemoved] = useState<DraftRow | null>(null);
  const [added, setAdded] = useState<CommissionType | null>(null);
  const box = useRef<HTMLElement>(null);
  const heading = useId();
  const title = level.titleOf(owner);

  useEffect(() => onDirty(owner.id, card.dirty), [onDirty, owner.id, card.dirty]);
  useEffect(() => () => onDirty(owner.id, false), [onDirty, owner.id]);
  useEffect(() => {
    if (card.refused) box.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [card.refused]);

  useEffect(() => {
    // The button that added the row is gone, and the number is what comes next.
    const cell = box.current?.querySelector<HTMLElement>(`tr[data-type="${added}"] input`);
    if (added === null || !cell) return;
    cell.focus();
    setAdded(null);
  }, [added, card.draft.rows]);

  const remove = (row: DraftRow) => (row.row.id === 0 ? card.removeUnsent(row.key) : setRemoved(row));

  return (
    <article
      ref={box}
      aria-labelledby={heading}
      className={classes.card}
      data-row={owner.id}
      data-wrong={card.faults.length > 0 || undefined}
      onKeyDown={(event) => shortcuts(event, card)}
    >
      <div className={classes.who}>
        <h2 id={heading} className={classes.title}>
          {title}
          {card.dirty && (
            <span className={classes.dot} title="Not sent yet">
              <VisuallyHidden>, has edits that are not saved</VisuallyHidden>
            </span>
          )}
        </h2>
        <Text size="sm" c="dimmed" className={classes.detail}>
          #{owner.id} · {level.detailOf(owner)}
        </Text>
        <SplitFigures rows={ruleRows(card.draft.rows)} />
        {card.recalculation && (
          <RecalculationChip
            key={card.recalculation.run_at}
            recalculation={card.recalculation}
            onSee={onSeeRecalculation}
            onGone={card.recalculated}
          />
        )}
      </div>
      <div className={classes.rows}>
        <GroupRows
          level={level.name}
          label={`Commissions of ${title}`}
          rows={card.draft.rows}
          faults={card.faults}
          onEdit={card.edit}
          onLeaveCell={card.leaveCell}
          onRemove={remove}
        />
        <CardNotes card={card} />
        <div className={classes.actions}>
          <AddRowButtons
            level={level}
            owner={owner}
            draft={card.draft}
            busy={card.busy !== null}
            onAdd={(type) => {
              setAdded(type);
              card.addRow(type);
            }}
            onRefer={() => onRefer(true)}
          />
          <SaveButtons card={card} offersUpdate={level.preview !== undefined} />
        </div>
      </div>
      <Suspense>
        {card.preview && <PreviewDialog title={title} card={card} preview={card.preview} />}
        {removed && (
          <RemoveRowDialog
            level={level}
            row={removed.row}
            onRemoved={card.settle}
            onClose={() => setRemoved(null)}
          />
        )}
        {referring && (
          <AddReferralDialog
            level={level}
            id={owner.id}
            owner={title}
            onAdded={card.settle}
            onClose={() => onRefer(false)}
          />
        )}
      </Suspense>
    </article>
  );
}

/** What is wrong with the group, what the server refused, and whose save came in between. */
function CardNotes({ card }: { card: GroupCardState }) {
  const { problem, faults } = card;
  const said = [...new Set(faults.map(({ message }) => message))];
  return (
    <>
      <p className={classes.fault} role="status">
        {said.join(' · ')}
      </p>
      {problem?.failure.status === 409 && problem.theirs ? (
        <Suspense>
          <ConflictOfGroup card={card} failure={problem.failure} theirs={problem.theirs} />
        </Suspense>
      ) : (
        problem && <NotSaved error={problem.failure} />
      )}
    </>
  );
}

function NotSaved({ error }: { error: unknown }): ReactNode {
  const { message, request_id, status } = failureOf(error);
  return (
    <Alert color="red" variant="outline" role="alert" title="Not saved" p="xs">
      <Text size="sm">{message}</Text>
      {request_id && status >= 500 && (
        <Text size="xs" c="dimmed">
          Request {request_id}
        </Text>
      )}
    </Alert>
  );
}

function SaveButtons({ card, offersUpdate }: { card: GroupCardState; offersUpdate: boolean }) {
  const { busy, refused, dirty } = card;
  const look = { size: 'xs', disabled: busy !== null, color: refused ? 'red' : undefined } as const;
  return (
    <div className={classes.save}>
      {offersUpdate && (
        <Button {...look} variant="default" aria-busy={busy === 'looking'} onClick={() => void card.look()}>
          {busy === 'looking' ? 'Looking…' : 'Save and update'}
        </Button>
      )}
      <Button
        {...look}
        variant={dirty || refused ? 'filled' : 'default'}
        aria-busy={busy === 'saving'}
        title="Ctrl+S"
        onClick={() => void card.save()}
      >
        {busy === 'saving' ? 'Saving…' : refused ? 'Not saved' : 'Save'}
      </Button>
      <VisuallyHidden role="status">{refused && 'Not saved'}</VisuallyHidden>
    </div>
  );
}

function shortcuts(event: KeyboardEvent<HTMLElement>, card: GroupCardState): void {
  // A dialog of the card is drawn elsewhere, but its keys come through here.
  if (!event.currentTarget.contains(event.target as Node)) return;
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  const key = event.key.toLowerCase();
  if (key !== 's' && key !== 'z') return;
  event.preventDefault();
  if (key === 'z') card.undo();
  else if (!event.repeat) void card.save();
}
