import { useState } from 'react';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { useTypoOnly } from '../../../web/parts/translations/typo-only.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import { labelOf } from '../../../web/ui/form/field-words.ts';
import { PROGRAM_TEXTS } from '../rules.ts';
import { SiteKeys } from '../site-keys/web/site-keys.tsx';
import { Webhooks } from '../webhooks/web/webhooks.tsx';
import { calls, readSiteProgram, reload, type SiteProgram } from './calls.ts';
import { ProgramFields } from './program-fields.tsx';
import { dataOf, NEW_PROGRAM, type ProgramValues, useProgramForm, valuesOf } from './program-form.ts';
import { programWords } from './program-words.ts';
import type { PendingPart } from './use-pending-part.ts';

/** Parts that have a form of their own: what is lost by a save of the program, and what is to be done before. */
const PENDING = {
  key: {
    'filled in': { lost: 'The site key that isn’t created yet', first: 'Create or cancel the key first' },
    'shown once': { lost: 'The new site key (shown only once)', first: 'Copy the site key first' },
  },
  webhook: {
    'filled in': { lost: 'The webhook that isn’t saved yet', first: 'Save or cancel the webhook first' },
    'shown once': { lost: 'The new secret of a webhook (shown only once)', first: 'Copy the secret first' },
  },
};

export function EditProgramDialog({ record: program, onClose }: DialogProps<SiteProgram>) {
  const { id } = program;
  const form = useProgramForm(valuesOf(program));
  const [key, setKey] = useState<PendingPart>('nothing');
  const [webhook, setWebhook] = useState<PendingPart>('nothing');
  const pending = [
    ...(key === 'nothing' ? [] : [PENDING.key[key]]),
    ...(webhook === 'nothing' ? [] : [PENDING.webhook[webhook]]),
  ];
  const typo = useTypoOnly({
    changed: PROGRAM_TEXTS.filter((field) => form.isDirty(field)),
    read: () => calls.programTranslations.call({ id }),
  });
  const unsaved = () => [
    ...Object.keys(form.getValues())
      .filter((field) => form.isDirty(field))
      .map((field) => labelOf(field, programWords)),
    ...pending.map(({ lost }) => lost),
  ];
  return (
    <FormDialog
      title="Edit program"
      name={program.name}
      size="lg"
      form={form}
      changed={unsaved}
      // A save closes the dialog, and the parts with it.
      ready={pending.length === 0}
      saveLabel={pending[0]?.first ?? 'Save'}
      onSave={async (values) => {
        await calls.updateProgram.call({
          id,
          program_data: dataOf(form.bodyOf(values)),
          typo_only: typo.typo_only,
        });
        await reload();
      }}
      onClose={onClose}
      failures="toast400"
      wrapper="program_data"
      latest={async () => {
        void reload();
        return valuesOf(await readSiteProgram(id));
      }}
      words={programWords}
    >
      <ProgramFields form={form} tag={program.program_tag}>
        {typo.element}
      </ProgramFields>
      <SiteKeys program_id={id} onPending={setKey} />
      <Webhooks program_id={id} onPending={setWebhook} />
    </FormDialog>
  );
}

export function AddProgramDialog({ onClose }: DialogProps<null>) {
  const form = useProgramForm(NEW_PROGRAM);
  const create = async (values: ProgramValues) => {
    const saved = await calls.createProgram.call({ program_data: dataOf(form.bodyOf(values)) });
    await reload();
    return saved.program;
  };
  return (
    <FormDialog
      title="Add program"
      size="lg"
      form={form}
      onSave={create}
      onClose={onClose}
      failures="toast400"
      savedText="Program added"
      added={({ id }) => ({ to: '/programs', id })}
      wrapper="program_data"
      words={programWords}
    >
      <ProgramFields form={form} />
    </FormDialog>
  );
}
