import { lazy, Suspense } from 'react';
import type { EmailTemplate, TemplateVersionTexts } from '../contract.ts';
import type { TemplateKey } from './calls.ts';
import type { TemplateDialog } from './template-footer.tsx';
import type { TemplateValues } from './use-template-form.ts';

const SendTestDialog = lazy(() =>
  import('./send-test-dialog.tsx').then((m) => ({ default: m.SendTestDialog })),
);
const InheritDialog = lazy(() => import('./inherit-dialog.tsx').then((m) => ({ default: m.InheritDialog })));
const VersionsDialog = lazy(() =>
  import('./versions-dialog.tsx').then((m) => ({ default: m.VersionsDialog })),
);
const CopyDialog = lazy(() => import('./copy-dialog.tsx').then((m) => ({ default: m.CopyDialog })));

type TemplateDialogsProps = {
  dialog: TemplateDialog | null;
  templateKey: TemplateKey;
  values: TemplateValues;
  name: string;
  examples: Readonly<Record<string, string>>;
  onRestore: (texts: TemplateVersionTexts) => void;
  onInherited: (template: EmailTemplate, undo: () => Promise<EmailTemplate>) => void;
  onClose: () => void;
};

export function TemplateDialogs(props: TemplateDialogsProps) {
  const { dialog, templateKey, values, name, examples, onRestore, onInherited, onClose } = props;
  const { id, subject, text, plain, by_hand, updated_at } = values;
  const common = { templateKey, name, onClose };
  return (
    <Suspense>
      {dialog === 'test' && (
        <SendTestDialog {...common} subject={subject} text={text} plain={by_hand ? plain : null} />
      )}
      {dialog === 'inherit' && id !== null && (
        <InheritDialog {...common} updated_at={updated_at} onInherited={onInherited} />
      )}
      {dialog === 'copy' && (
        <CopyDialog {...common} texts={{ subject, text, plain: by_hand ? plain : null }} />
      )}
      {dialog === 'versions' && (
        <VersionsDialog
          {...common}
          present={{ subject, text, plain }}
          examples={examples}
          onRestore={(texts) => {
            onRestore(texts);
            onClose();
          }}
        />
      )}
    </Suspense>
  );
}
