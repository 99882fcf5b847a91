import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import type { PersonalDataRequest } from '../contract.ts';
import { calls, reload } from './calls.ts';

type RejectRequestDialogProps = {
  user: { id: number; name: string };
  kind: PersonalDataRequest['kind'];
  returnTo?: (() => HTMLElement | null) | undefined;
  onClose: () => void;
};

const WORDS: Record<PersonalDataRequest['kind'], { title: string; follows: string; done: string }> = {
  erasure: {
    title: 'Reject erasure?',
    follows: 'Nothing of this user is erased. The erasure can be requested again.',
    done: 'Erasure rejected',
  },
  export: {
    title: 'Reject request?',
    follows: 'The request is closed without sending anything. The user can request their data again.',
    done: 'Request rejected',
  },
};

/** Asks before a person's request is turned down: there is a right behind it, and nothing brings it back. */
export function RejectRequestDialog({ user, kind, returnTo, onClose }: RejectRequestDialogProps) {
  const { title, follows, done } = WORDS[kind];
  const reject = async () => {
    if (kind === 'erasure') await calls.rejectErasure.call({ id: user.id });
    else await calls.closeDataRequest.call({ id: user.id, sent: false });
    toast(done);
    await reload();
  };
  return (
    <ConfirmDialog
      title={title}
      name={user.name}
      quoted
      danger
      confirmLabel="Reject"
      busyLabel="Rejecting…"
      returnTo={returnTo}
      onConfirm={reject}
      onClose={onClose}
    >
      {follows}
    </ConfirmDialog>
  );
}
