import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { blankOf } from '../../../core/nouns/field-set.ts';
import { DEFAULT_PROGRAM } from '../../../core/programs.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { PROGRAM_WORD } from '../../../web/parts/program-name.tsx';
import { useProgramOfNew, usePublishing } from '../../../web/parts/program-of-new.ts';
import { ProgramField } from '../../../web/parts/program-select.tsx';
import { recordForm } from '../../../web/parts/record-form.ts';
import { useTypoOnly } from '../../../web/parts/translations/typo-only.tsx';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import { wordsOf } from '../../../web/ui/form/field-words.ts';
import { type FormValues, useSchemaForm, valuesFrom } from '../../../web/ui/form/schema-form.ts';
import { LANDING_PAGE_FIELDS, type LandingPage, newLandingPage } from '../contract.ts';
import { LANDING_PAGES_NOUNS } from '../noun.ts';
import { calls, type Given, readLandingPage, reload } from './calls.ts';
import classes from './edit-landing-page-dialog.module.css';
import { LandingPagePreview } from './landing-page-preview.tsx';

type Values = FormValues<typeof newLandingPage, { program_id: number }>;

export function EditLandingPageDialog(props: DialogProps<LandingPage | null, Given>) {
  const { record: page, templates, onClose } = props;
  const program_id = useProgramOfNew(DEFAULT_PROGRAM);
  const form = useSchemaForm({
    schema: newLandingPage,
    fields: LANDING_PAGE_FIELDS,
    initialValues: page ? valuesFrom(BLANK, page) : { ...BLANK, program_id },
  });
  const { values } = form;
  const { saveLabel, second } = usePublishing(values, page && form.getInitialValues());
  const typo = useTypoOnly({
    changed: LANDING_PAGES_NOUNS.landing_page.languages.fields.filter((field) => form.isDirty(field)),
    read: page ? () => calls.landingPageTranslations.call({ id: page.id }) : undefined,
  });
  const save = async (sent: Values, id?: number) => {
    const body = form.bodyOf(sent);
    const saving = id
      ? calls.updateLandingPage.call({ id, ...body, typo_only: typo.typo_only })
      : calls.createLandingPage.call(body);
    return (await saving).page;
  };
  // A file that there is no more stays chosen until another one is.
  const files =
    templates.includes(values.template) || values.template === ''
      ? templates
      : [...templates, values.template];

  return (
    <FormDialog
      {...recordForm({
        form,
        noun: 'page',
        record: page,
        nameOf: (row) => row.name,
        screen: '/landing-pages',
        valuesOf: (row) => valuesFrom(BLANK, row),
        read: readLandingPage,
        save,
        reload,
      })}
      size="84rem"
      saveLabel={saveLabel}
      second={second}
      onClose={onClose}
      closeOnClickOutside={false}
      failures="toast400"
      words={WORDS}
    >
      <div className={classes.panes}>
        <div className={classes.fields}>
          <TextInput autoComplete="off" data-autofocus dir="auto" {...form.text('name')} />
          <TextInput
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="/spring-sale"
            description="Starts with /. Letters, digits, - and _"
            {...form.text('path')}
          />
          <Choice
            label="Template"
            required
            placeholder="Choose a template"
            data={files.map((file) => ({ value: file, label: file }))}
            value={values.template || null}
            onChange={(chosen) => {
              form.setFieldValue('template', chosen ?? '');
              form.clearFieldError('template');
            }}
            allowDeselect={false}
            error={form.errors.template}
          />
          <ProgramField zero="Global site" {...form.getInputProps('program_id')} />
          <TextInput autoComplete="off" dir="auto" {...form.text('title')} />
          <TextInput autoComplete="off" dir="auto" {...form.text('keywords')} />
          <Textarea dir="auto" rows={6} resize="vertical" {...form.text('description')} />
          {typo.element}
          {page && <Checkbox {...form.tick('active')} />}
        </div>
        <LandingPagePreview id={page?.id} values={values} />
      </div>
    </FormDialog>
  );
}

const WORDS = wordsOf(LANDING_PAGE_FIELDS, {
  program_id: PROGRAM_WORD,
});

const BLANK: Values = { ...blankOf(LANDING_PAGE_FIELDS), program_id: 0 };
