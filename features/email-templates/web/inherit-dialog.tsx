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
      confirmLabel="Delete template"
      busyLabel="Deleting…"
      danger
      onConfirm={async () =>
        onInherited(await calls.deleteEmailTemplate.call({ ...templateKey, updated_at }))
      }
      onClose={onClose}
    >
      Deletes this template. Emails use the inherited template. The text stays in the audit.
    </ConfirmDialog>
  );
}
