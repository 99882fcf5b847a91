import { useState } from 'react';
import { failureOf } from '../../../web/ui/failure.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import { useOnce } from '../../../web/ui/use-once.ts';
import type { MembershipRow } from '../contract.ts';
import { payeeCalls, reloadAll } from './calls.ts';

/** Asks somebody for a way to be paid, one at a time over the screen; why it was refused stands in the row. */
export function useNotify() {
  const { once } = useOnce();
  const [unsaid, setUnsaid] = useState<ReadonlyMap<number, string>>(new Map());
  const notify = ({ id, instructor_id }: MembershipRow) => {
    if (instructor_id === null) return;
    const mail = async () => {
      setUnsaid((before) => new Map([...before].filter(([other]) => other !== id)));
      await payeeCalls.notifyPayee.call({ id: instructor_id });
      toast('Notification send');
      await reloadAll();
    };
    void once(mail, (error) => {
      const { message } = failureOf(error);
      setUnsaid((before) => new Map([...before, [id, message]]));
      toast('Notification error. Try again later', { kind: 'error', persistent: true });
    });
  };
  return { notify, unsaid };
}
