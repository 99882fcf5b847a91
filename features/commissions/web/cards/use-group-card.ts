import { useRef, useState } from 'react';
import { Failure, failureOf } from '../../../../web/ui/failure.ts';
import type { Choices, Side } from '../../../../web/ui/form/merge.ts';
import { toast } from '../../../../web/ui/toasts.tsx';
import type { Preview } from '../../preview-schemas.ts';
import {
  type CommissionType,
  type Fault,
  PROGRAM,
  PROGRAM_NOT_SET,
  SAVED,
  savedWithUpdate,
} from '../../rules.ts';
import { reload } from '../calls.ts';
import type { Group, GroupCalls } from '../levels/level.ts';
import * as drafts from './draft/group-draft.ts';
import { mergeGroup } from './draft/group-merge.ts';

type Wanted = 'save' | 'update' | 'program';
export type Problem = {
  failure: Failure;
  wanted: Wanted;
  theirs: Group | 'gone' | 'unread' | null;
  choices: Choices;
};

export type GroupCardState = ReturnType<typeof useGroupCard>;

/** Holds a card's state. One call runs at a time; a 409 loads the other version, to be compared before either wins. */
export function useGroupCard<Owner extends Group>(level: GroupCalls<Owner>, owner: Owner) {
  const [draft, setDraft] = useState(() => drafts.draftOf(owner));
  const [recalculations, setRecalculations] = useState(owner.recalculations);
  const [listed, setListed] = useState(owner);
  const [busy, setBusy] = useState<'saving' | 'looking' | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [refusedRows, setRefusedRows] = useState<readonly drafts.DraftRow[] | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const running = useRef(false);

  if (owner !== listed) {
    setListed(owner);
    setDraft(drafts.reload(draft, owner));
    setRecalculations(owner.recalculations);
  }
  const faults = drafts.faultsOf(draft.rows);

  const once = async (
    what: 'saving' | 'looking',
    wanted: Wanted,
    work: () => Promise<unknown>,
    sent = draft.rows,
  ) => {
    if (running.current) return;
    running.current = true;
    setBusy(what);
    try {
      await work();
    } catch (error) {
      setPreview(null);
      await fail(failureOf(error), wanted, sent);
    } finally {
      running.current = false;
      setBusy(null);
    }
  };
  const fail = async (failure: Failure, wanted: Wanted, sent: readonly drafts.DraftRow[]) => {
    if (wanted === 'program') return toast(failure.message, { kind: 'error' });
    const theirs =
      failure.status === 409 ? await readTheirs() : failure.status === 404 ? ('gone' as const) : null;
    setProblem({ failure, wanted, theirs, choices: {} });
    setRefusedRows(sent);
  };
  const readTheirs = () =>
    level
      .read(owner.id)
      .catch((error: unknown) => (failureOf(error).status === 404 ? ('gone' as const) : ('unread' as const)));
  /** Applies the answer of an own call; figures that others changed too are asked about, as after a save. */
  const settle = (group: Group, removed?: string) => {
    const kept = removed === undefined ? draft : drafts.withoutRow(draft, removed);
    const { clashes } = mergeGroup(kept, group);
    if (clashes.length > 0) {
      setDraft(kept);
      setProblem({ failure: CHANGED, wanted: 'save', theirs: group, choices: {} });
    } else {
      setDraft((current) => drafts.rebase(current, group));
      setRecalculations(group.recalculations);
    }
    void reload();
  };
  const inputFor = ({ rows, base }: drafts.GroupDraft) => ({
    id: owner.id,
    commission: drafts.inputOf(rows),
    updated_at: base.updated_at,
  });
  const store = async (current: drafts.GroupDraft, update: boolean) => {
    const group = await level.save({ ...inputFor(current), update });
    setDraft((now) => drafts.rebase(now, group, current.rows));
    setRecalculations(group.recalculations);
    setProblem(null);
    setRefusedRows(null);
    setPreview(null);
    void reload();
    toast(update && preview ? savedWithUpdate(preview.delay) : SAVED);
  };
  const start = async (wanted: Wanted, current: drafts.GroupDraft) => {
    if (drafts.faultsOf(current.rows).length > 0) return setRefusedRows(current.rows);
    if (wanted === 'save') return once('saving', wanted, () => store(current, false), current.rows);
    const look = async () => {
      setPreview(await level.preview(inputFor(current)));
      setProblem(null);
      setRefusedRows(null);
    };
    await once('looking', wanted, look, current.rows);
  };

  const theirs = typeof problem?.theirs === 'object' ? problem.theirs : null;
  // One number that was typed back to what it had been is meant, and kept over theirs.
  const back = theirs && level.name === 'site' && !drafts.isDirty(draft);
  const mine = back ? { ...draft, base: theirs } : draft;
  const merged = theirs && mergeGroup(mine, theirs, problem?.choices);

  return {
    draft,
    dirty: drafts.isDirty(draft),
    faults,
    busy,
    problem,
    preview,
    recalculations,
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
      if (type === PROGRAM && owner.program_id === 0) toast(PROGRAM_NOT_SET, { kind: 'error' });
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
    clashes: merged?.clashes ?? [],
    choose: (field: string, side: Side) =>
      setProblem((known) => known && { ...known, choices: { ...known.choices, [field]: side } }),
    loadTheirs: () => {
      if (!theirs) return;
      setDraft(drafts.draftOf(theirs));
      setRecalculations(theirs.recalculations);
      setProblem(null);
    },
    keepMine: async () => {
      if (!problem || !theirs || !merged) return;
      setDraft(merged.draft);
      setRecalculations(theirs.recalculations);
      setProblem(null);
      await start(problem.wanted, merged.draft);
    },
    readTheirs: () =>
      problem &&
      once('looking', problem.wanted, async () => setProblem({ ...problem, theirs: await readTheirs() })),
    recalculated: (id: number) => {
      setRecalculations((known) => known.filter((run) => run.id !== id));
      void reload();
    },
  };
}

/** Conflict found by another call than a save; its author is unknown. */
const CHANGED = new Failure(409, { message: 'Another admin changed this since you opened it' });

export function faultOfCell(faults: readonly Fault[], row: number, field: drafts.Field): string | null {
  return faults.find((fault) => fault.row === row && fault.field === field)?.message ?? null;
}
