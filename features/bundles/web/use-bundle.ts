import { useState } from 'react';
import { apiOf, queryClient } from '../../../web/api.ts';
import { type Failure, failureOf } from '../../../web/ui/failure.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import { useOnce } from '../../../web/ui/use-once.ts';
import { type Bundled, type ClassRow, classesContract } from '../../classes/contract.ts';
import { bundlesContract } from '../contract.ts';
import * as drafts from './bundle-draft.ts';

const api = apiOf({ bundles: bundlesContract, classes: classesContract });

/** A save that was refused: the other person's version, or why it is not there. */
export type BundleConflict = { failure: Failure; theirs: drafts.BundleDraft | 'gone' | 'unread' };

export type BundleState = ReturnType<typeof useBundle>;

export function useBundle(bundle: Bundled & { id: number; updated_at: string }) {
  const [draft, setDraft] = useState(() => drafts.draftOf(bundle));
  const [listed, setListed] = useState(bundle);
  const { busy, once: alone } = useOnce();
  const [conflict, setConflict] = useState<BundleConflict | null>(null);

  if (bundle !== listed) {
    setListed(bundle);
    if (!drafts.isDirty(draft)) setDraft(drafts.draftOf(bundle));
  }

  const once = (work: () => Promise<void>) =>
    alone(work, async (error) => {
      const failure = failureOf(error);
      if (failure.status === 409) return setConflict({ failure, theirs: await readTheirs() });
      setConflict(failure.status === 404 ? { failure, theirs: 'gone' } : null);
      toast(failure.message, { kind: 'error', persistent: true });
    });
  const send = async (sent: drafts.BundleDraft) => {
    const { updated_at } = sent;
    const saved = await api.bundles.saveBundle.call({
      id: bundle.id,
      classes: drafts.idsOf(sent),
      updated_at,
    });
    // What was added while the answer was on its way is still to be sent.
    setDraft((current) => (current === sent ? drafts.draftOf(saved) : later(current, sent, saved)));
    setConflict(null);
    toast('Saved successful');
    void queryClient.invalidateQueries({ queryKey: api.classes.key() });
  };
  const readTheirs = () =>
    api.classes.class.call({ id: bundle.id }).then(
      (answer) => drafts.draftOf(answer.class),
      (error: unknown) => (failureOf(error).status === 404 ? ('gone' as const) : ('unread' as const)),
    );
  const theirs = typeof conflict?.theirs === 'object' ? conflict.theirs : null;

  return {
    draft,
    dirty: drafts.isDirty(draft),
    busy,
    conflict,
    add: (row: ClassRow) => setDraft((current) => drafts.add(current, row)),
    remove: (id: number) => setDraft((current) => drafts.remove(current, id)),
    save: () => once(() => send(draft)),
    loadTheirs: () => {
      if (!theirs) return;
      setDraft(theirs);
      setConflict(null);
    },
    keepMine: async () => {
      if (!theirs) return;
      const mine = drafts.rebase(draft, theirs);
      setDraft(mine);
      await once(() => send(mine));
    },
    readTheirs: () =>
      once(async () => {
        if (conflict) setConflict({ ...conflict, theirs: await readTheirs() });
      }),
  };
}

function later(
  current: drafts.BundleDraft,
  sent: drafts.BundleDraft,
  saved: Bundled & { updated_at: string },
): drafts.BundleDraft {
  const wanted = new Set(drafts.idsOf(current));
  const added = current.members.filter(({ row }) => wanted.has(row.id));
  const gone = drafts.idsOf(sent).filter((id) => !wanted.has(id));
  const withAdded = added.reduce((next, { row }) => drafts.add(next, row), drafts.draftOf(saved));
  return gone.reduce(drafts.remove, withAdded);
}
