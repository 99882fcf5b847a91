import { useState } from 'react';
import { toastSwitched, type Undo } from '../toast-switched.ts';
import { useOnce } from '../use-once.ts';

type RowToggle<Id> = {
  /** Changes the row, loads it again and answers its undo; undefined where the row has gone. */
  change: (id: Id) => Promise<Undo | undefined>;
  reload: () => Promise<unknown>;
};

/** Changes one row at a time on the screen, with an undo. A failure shows no message; `failed` names its row. */
export function useRowToggle<Id>({ change, reload }: RowToggle<Id>) {
  const { busy, once } = useOnce();
  const [failed, setFailed] = useState<Id | null>(null);
  const toggle = (id: Id) => {
    const work = async () => {
      setFailed(null);
      const undo = await change(id);
      toastSwitched('Success!', { undo, reload });
    };
    void once(work, () => setFailed(id));
  };
  return { busy, failed, toggle };
}
