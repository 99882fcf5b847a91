import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isGlobal } from '../../../core/access.ts';
import { ProgramFilter } from '../../../web/parts/program-select.tsx';
import { useActor } from '../../../web/session.tsx';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../web/ui/time.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import type { TemplateSave } from '../contract.ts';
import { isRuleFile, LANGUAGES, type Language } from '../rules.ts';
import { calls, keep, type TemplateKey } from './calls.ts';
import { LANGUAGE_NAMES } from './template-words.ts';

type CopyDialogProps = {
  templateKey: TemplateKey;
  name: string;
  texts: Pick<TemplateSave, 'subject' | 'text' | 'plain'>;
  onClose: () => void;
};

/** Saves the text for another program or language; one that stands there is replaced knowingly. */
export function CopyDialog({ templateKey, name, texts, onClose }: CopyDialogProps) {
  const { template, program: from, language: spoken } = templateKey;
  const [program, setProgram] = useState(from);
  const [language, setLanguage] = useState<Language>(LANGUAGES.find((each) => each !== spoken) ?? spoken);
  const target = { template, program, language };
  const isSame = program === from && language === spoken;
  const { data, error, refetch } = useQuery(
    calls.emailTemplate.queryOptions({ input: target, enabled: !isSame, staleTime: 0, gcTime: 0 }),
  );
  const stands = data !== undefined && data.id !== null;
  const copy = async () => {
    if (!data) return;
    // A rule gives the subject of its English emails itself.
    const subject = isRuleFile(template) && language === 'en' ? '' : texts.subject;
    const over = { id: data.id, updated_at: data.updated_at };
    keep(target, await calls.saveEmailTemplate.call({ ...target, ...texts, ...over, subject }));
    toast('Template copied', {
      open: { to: '/email/templates', search: { template, program_id: program || undefined, language } },
    });
  };
  return (
    <ConfirmDialog
      title="Copy template"
      name={name}
      confirmLabel={stands ? 'Replace' : 'Copy'}
      busyLabel="Copying…"
      danger={stands}
      disabled={isSame || data === undefined}
      onConfirm={copy}
      onClose={onClose}
    >
      <Stack gap="sm">
        {isGlobal(useActor()) && <ProgramFilter zero="Global" value={program} onChange={setProgram} />}
        <Choice
          label="Language"
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={language}
          onChange={(chosen) => chosen && setLanguage(chosen as Language)}
          allowDeselect={false}
          error={isSame ? 'Choose another program or language' : undefined}
        />
        {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
        {!isSame && stands && (
          <Alert color="orange" variant="outline" role="status">
            This template exists already
            {data.updated_at && (
              <>
                , saved <Time value={data.updated_at} />
              </>
            )}
            . Replacing keeps it under Versions.
          </Alert>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
