import { useState } from 'react';
import { failureOf } from '../../ui/failure.ts';
import { toast } from '../../ui/toasts.tsx';
import { useOnce } from '../../ui/use-once.ts';

/** Mails a payee that money waits, one at a time on the screen; `unsaid` holds refusals by row. */
export function useNotify(mail: (user_id: number) => Promise<void>) {
  const { once } = useOnce();
  const [unsaid, setUnsaid] = useState<ReadonlyMap<number, string>>(new Map());
  const notify = ({ id, user_id }: { id: number; user_id: number | null }) => {
    if (user_id === null) return;
    const send = async () => {
      setUnsaid((before) => new Map([...before].filter(([other]) => other !== id)));
      await mail(user_id);
      toast('Notification send');
    };
    void once(send, (error) => {
      const { message, status } = failureOf(error);
      setUnsaid((before) => new Map([...before, [id, message]]));
      toast('Notification error. Try again later', { kind: 'error', persistent: status === 400 });
    });
  };
  return { notify, unsaid };
}
