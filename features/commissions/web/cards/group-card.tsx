import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { lazyGeneric } from '../../../../web/ui/lazy-generic.ts';
import type { CommissionType } from '../../rules.ts';
import type { GroupLevel, Heir } from '../levels/level.ts';
import { AddRowButtons } from './add-row-buttons.tsx';
import type { CardDialog } from './card-dialogs.ts';
import { CardHead } from './card-head.tsx';
import { CardNotes, cardKeys, SaveButtons } from './card-save.tsx';
import { type DraftRow, ruleRows } from './draft/group-draft.ts';
import { inheritedBeside } from './draft/inherited-rows.ts';
import classes from './group-card.module.css';
import { GroupRows } from './group-rows.tsx';
import { useGroupCard } from './use-group-card.ts';

const PreviewDialog = lazy(() =>
  import('../recalculation/preview-dialog.tsx').then((m) => ({ default: m.PreviewDialog })),
);
const RemoveRowDialog = lazy(() =>
  import('./remove-row-dialog.tsx').then((m) => ({ default: m.RemoveRowDialog })),
);
const OwnerDialog = lazyGeneric(() => import('../levels/owner-dialog.tsx').then((m) => m.OwnerDialog));
const ResolveNotice = lazy(() =>
  import('../held/resolve-notice.tsx').then((m) => ({ default: m.ResolveNotice })),
);

type GroupCardProps<Owner extends Heir> = {
  level: GroupLevel<Owner>;
  owner: Owner;
  onDirty: (id: number, dirty: boolean) => void;
  /** Open dialog of the card: it is in the address, so the screen opens and closes it. */
  dialog: CardDialog | null;
  onDialog: (dialog: CardDialog | null) => void;
  onSeeRecalculation: (id: number) => void;
  resolve: number;
};

export function GroupCard<Owner extends Heir>(props: GroupCardProps<Owner>) {
  const { level, owner, onDirty, dialog, onDialog, onSeeRecalculation, resolve } = props;
  const card = useGroupCard(level, owner);
  const [removed, setRemoved] = useState<DraftRow | null>(null);
  const [added, setAdded] = useState<CommissionType | null>(null);
  const [opened, setOpened] = useState(false);
  const box = useRef<HTMLElement>(null);
  const heading = useId();
  const title = level.titleOf(owner);
  const inherited = inheritedBeside(level.name, ruleRows(card.draft.rows), owner.inherited);
  // Without rows of its own a card has no table. Once it had one, it keeps it, also when the last row goes.
  const isLine = !opened && card.draft.rows.length === 0 && resolve === 0;
  if (!isLine && !opened) setOpened(true);

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
    // The keys are those of the fields within: save and take back.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={box}
      aria-labelledby={heading}
      className={classes.card}
      data-editor
      data-row={owner.id}
      tabIndex={-1}
      data-line={isLine || undefined}
      data-wrong={card.faults.length > 0 || undefined}
      onKeyDown={(event) => cardKeys(event, card)}
    >
      {resolve > 0 && (
        <div className={classes.notice}>
          <Suspense>
            <ResolveNotice charge={resolve} level={level.name} owner_id={owner.id} />
          </Suspense>
        </div>
      )}
      <div className={classes.head}>
        <CardHead
          level={level}
          owner={owner}
          card={card}
          inherited={inherited}
          heading={heading}
          onHistory={() => onDialog('history')}
          onSeeRecalculation={onSeeRecalculation}
        />
      </div>
      <div className={classes.rows}>
        {!isLine && (
          <GroupRows
            label={`Commissions of ${title}`}
            rows={card.draft.rows}
            inherited={inherited}
            sourceOf={(row) => level.sourceOf(owner, row)}
            faults={card.faults}
            onEdit={card.edit}
            onLeaveCell={card.leaveCell}
            onRemove={remove}
          />
        )}
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
            onOpen={onDialog}
          />
          <SaveButtons card={card} />
        </div>
      </div>
      <Suspense>
        {card.preview && <PreviewDialog title={title} card={card} preview={card.preview} />}
        {removed && (
          <RemoveRowDialog
            level={level}
            row={removed.row}
            onRemoved={(group) => card.settle(group, removed.key)}
            onClose={() => setRemoved(null)}
          />
        )}
        {dialog && (
          <OwnerDialog
            level={level}
            owner={owner}
            dialog={dialog}
            onAdded={(group) => card.settle(group)}
            onClose={() => onDialog(null)}
          />
        )}
      </Suspense>
    </article>
  );
}
