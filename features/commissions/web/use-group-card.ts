import { useRef, useState } from 'react';
import { type Failure, failureOf } from '../../../web/ui/failure.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import type { Preview } from '../preview-schemas.ts';
import {
  type CommissionType,
  type Fault,
  PROGRAM,
  PROGRAM_NOT_SET,
  SAVED,
  SAVED_WITH_UPDATE,
} from '../rules.ts';
import * as drafts from './group-draft.ts';
import type { Group, GroupCalls } from './level.ts';
import { reloadCommissions } from './reload-commissions.ts';

type Wanted = 'save' | 'update' | 'program';
type Problem = { failure: Failure; wanted: Wanted; theirs: Group | null };

export type GroupCardState = ReturnType<typeof useGroupCard>;

/**
 * What a card does: the draft of its rows, and the calls, of which one runs at a time. What is wrong sends nothing;
 * a 409 brings what the other person has saved, to be looked at before either version wins.
 */
export function useGroupCard<Owner extends Group>(level: GroupCalls<Owner>, owner: Owner) {
  const [draft, setDraft] = useState(() => drafts.draftOf(owner));
  const [recalculation, setRecalculation] = useState(owner.recalculation);
  const [listed, setListed] = useState(owner);
  const [busy, setBusy] = useState<'saving' | 'looking' | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [refusedRows, setRefusedRows] = useState<readonly drafts.DraftRow[] | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const running = useRef(false);

  if (owner !== listed) {
    setListed(owner);
    setDraft(drafts.reload(draft, owner));
    setRecalculation(owner.recalculation);
  }
  const faults = drafts.faultsOf(draft.rows);

  const once = async (what: 'saving' | 'looking', wanted: Wanted, work: () => Promise<unknown>) => {
    if (running.current) return;
    running.current = true;
    setBusy(what);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setPreview(null);
      await fail(failureOf(error), wanted);
    } finally {
      running.current = false;
      setBusy(null);
    }
  };
  const fail = async (failure: Failure, wanted: Wanted) => {
    if (wanted === 'program') return toast(failure.message, { kind: 'error' });
    const theirs = failure.status === 409 ? await level.read(owner.id).catch(() => null) : null;
    setProblem({ failure, wanted, theirs });
    setRefusedRows(draft.rows);
  };
  /** Takes over what a call of one's own answered; `sent` are the rows that it stored. */
  const settle = (group: Group, sent?: readonly drafts.DraftRow[]) => {
    setDraft((current) => drafts.rebase(current, group, sent));
    setRecalculation(group.recalculation);
    void reloadCommissions();
  };
  const inputFor = ({ rows, base }: drafts.GroupDraft) => ({
    id: owner.id,
    commission: drafts.inputOf(rows),
    updated_at: base.updated_at,
  });
  const store = async (current: drafts.GroupDraft, update: boolean) => {
    settle(await level.save({ ...inputFor(current), update }), current.rows);
    setRefusedRows(null);
    setPreview(null);
    toast(update ? SAVED_WITH_UPDATE : SAVED);
  };
  const start = async (wanted: Wanted, current: drafts.GroupDraft) => {
    if (drafts.faultsOf(current.rows).length > 0) return setRefusedRows(current.rows);
    if (wanted === 'save') return once('saving', wanted, () => store(current, false));
    await once('looking', wanted, async () => {
      setPreview(await level.preview(inputFor(current)));
      setRefusedRows(null);
    });
  };

  return {
    draft,
    dirty: drafts.isDirty(draft),
    faults,
    busy,
    problem,
    preview,
    recalculation,
    /** A save was tried with these very rows and did not happen. */
    refused: refusedRows === draft.rows,
    edit: (key: string, field: drafts.Field, text: string) => {
      setProblem((known) => (known?.failure.status === 409 ? known : null));
      setDraft((current) => drafts.edit(current, key, field, text));
    },
    leaveCell: () => setDraft(drafts.leaveCell),
    undo: () => setDraft(drafts.undo),
    removeUnsent: (key: string) => setDraft((current) => drafts.removeUnsent(current, key)),
    addRow: (type: CommissionType) => {
      const { addProgramCommission } = level;
      if (type === PROGRAM && owner.program_id === null) toast(PROGRAM_NOT_SET, { kind: 'error' });
      else if (type === PROGRAM && addProgramCommission)
        void once('saving', 'program', async () => {
          settle(await addProgramCommission(owner));
          toast(SAVED);
        });
      else setDraft((current) => drafts.addRow(current, type, owner.program_id));
    },
    settle,
    save: () => start('save', draft),
    look: () => start('update', draft),
    saveAndUpdate: () => once('saving', 'update', () => store(draft, true)),
    closePreview: () => setPreview(null),
    loadTheirs: () => {
      if (!problem?.theirs) return;
      setDraft(drafts.draftOf(problem.theirs));
      setRecalculation(problem.theirs.recalculation);
      setProblem(null);
    },
    keepMine: async () => {
      if (!problem?.theirs) return;
      const mine = drafts.keepMine(draft, problem.theirs);
      setDraft(mine);
      await start(problem.wanted, mine);
    },
    recalculated: () => {
      setRecalculation(null);
      void reloadCommissions();
    },
  };
}

/** What is wrong with a cell, in words; none where it is right. */
export function faultOfCell(faults: readonly Fault[], row: number, field: drafts.Field): string | null {
  return faults.find((fault) => fault.row === row && fault.field === field)?.message ?? null;
}
