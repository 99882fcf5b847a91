import { useState } from 'react';
import { toast } from '../toasts.tsx';
import { useOnce } from '../use-once.ts';

/** Changes one row at a time on the screen. A failure shows no message; `failed` names its row. */
export function useRowToggle<Id>(change: (id: Id) => Promise<unknown>) {
  const { busy, once } = useOnce();
  const [failed, setFailed] = useState<Id | null>(null);
  const toggle = (id: Id) => {
    const work = async () => {
      setFailed(null);
      await change(id);
      toast('Success!');
    };
    void once(work, () => setFailed(id));
  };
  return { busy, failed, toggle };
}
