import { useState } from 'react';
import { failureOf } from '../../../web/ui/failure.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import { useOnce } from '../../../web/ui/use-once.ts';
import type { Payee } from '../contract.ts';
import { calls, reloadAll } from './calls.ts';

/** Mails somebody that money waits, one at a time over the screen; why it was refused stands in the row. */
export function useNotify() {
  const { once } = useOnce();
  const [unsaid, setUnsaid] = useState<ReadonlyMap<number, string>>(new Map());
  const notify = ({ id, pay_to_id }: Payee) => {
    if (pay_to_id === null) return;
    const mail = async () => {
      setUnsaid((before) => new Map([...before].filter(([other]) => other !== id)));
      await calls.notifyPayee.call({ id: pay_to_id });
      toast('Notification send');
      void reloadAll();
    };
    void once(mail, (error) => {
      const { message } = failureOf(error);
      setUnsaid((before) => new Map([...before, [id, message]]));
      toast('Notification error. Try again later', { kind: 'error' });
    });
  };
  return { notify, unsaid };
}
