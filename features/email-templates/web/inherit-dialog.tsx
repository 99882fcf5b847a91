import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';
import type { EmailTemplate } from '../contract.ts';
import { calls, type TemplateKey } from './calls.ts';

type InheritDialogProps = {
  templateKey: TemplateKey;
  updated_at: string | undefined;
  name: string;
  onInherited: (template: EmailTemplate, undo: () => Promise<EmailTemplate>) => void;
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
      onConfirm={async () => {
        const { subject, text, plain, plain_derived } = await calls.emailTemplate.call(templateKey);
        const inherited = await calls.deleteEmailTemplate.call({ ...templateKey, updated_at });
        const texts = { subject, text, plain: plain_derived ? null : plain };
        onInherited(inherited, () => calls.saveEmailTemplate.call({ ...templateKey, ...texts, id: null }));
      }}
      onClose={onClose}
    >
      Deletes this template. Emails use the inherited template. The text stays under Versions.
    </ConfirmDialog>
  );
}
