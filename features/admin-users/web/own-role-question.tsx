import { useState } from 'react';
import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';

export function useOwnRoleQuestion() {
  const [answer, setAnswer] = useState<{ give: (yes: boolean) => void } | null>(null);
  const settle = (yes: boolean) => {
    answer?.give(yes);
    setAnswer(null);
  };
  return {
    asking: answer !== null,
    ask: () => new Promise<boolean>((give) => setAnswer({ give })),
    question: answer && (
      <ConfirmDialog
        title="Remove your own superadmin role?"
        confirmLabel="Remove my role"
        danger
        onConfirm={() => settle(true)}
        onClose={() => settle(false)}
      >
        You'll be signed out and lose superadmin access. Only another superadmin can restore the role.
      </ConfirmDialog>
    ),
  };
}
