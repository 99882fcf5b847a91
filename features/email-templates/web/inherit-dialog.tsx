import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';
import type { EmailTemplate } from '../contract.ts';
import { calls, type TemplateKey } from './calls.ts';

type InheritDialogProps = {
  templateKey: TemplateKey;
  updated_at: string | undefined;
  name: string;
  onInherited: (template: EmailTemplate) => void;
  onClose: () => void;
};

export function InheritDialog({ templateKey, updated_at, name, onInherited, onClose }: InheritDialogProps) {
  return (
    <ConfirmDialog
      title="Back to the inherited one?"
      quoted
      name={name}
      confirmLabel="Take it away"
      busyLabel="Taking it away…"
      danger
      onConfirm={async () =>
        onInherited(await calls.deleteEmailTemplate.call({ ...templateKey, updated_at }))
      }
      onClose={onClose}
    >
      What is written here is taken away, and mails say what is inherited. The audit keeps the text.
    </ConfirmDialog>
  );
}
