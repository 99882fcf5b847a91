import { Button, Checkbox, SimpleGrid, Stack, Text, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Fragment, useState } from 'react';
import { ProgramField } from '../../../web/parts/program-select.tsx';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { utcOf } from '../../../web/ui/chooser/date-time-range.tsx';
import { written } from '../../email-templates/placeholders.ts';
import { wholeAudience } from '../conditions/audience.ts';
import type { RuleTemplate } from '../contract.ts';
import { EMAIL_RULE_FIELDS } from '../rule-schemas.ts';
import { EXAMPLE, RULE_TYPES, type RuleType } from '../rules.ts';
import { AudienceFields } from './conditions/audience-fields.tsx';
import { isUnfinished } from './conditions/rule-sentence.ts';
import { RuleSentence } from './conditions/rule-sentence-text.tsx';
import type { RuleForm } from './rule-form.ts';
import { TimeFields } from './rule-time-fields.tsx';
import { TYPE_LABELS } from './rule-words.ts';
import { RuleTester } from './test/rule-tester.tsx';
import { SendTest } from './test/send-test.tsx';
import { TemplatePreview } from './test/template-preview.tsx';
import { useSavedTexts } from './test/use-saved-texts.ts';

type RuleFieldsProps = { form: RuleForm; templates: readonly RuleTemplate[] };

const PLACEHOLDERS = Object.keys(EXAMPLE).map(written);
const TYPES = RULE_TYPES.map((type) => ({ value: type as string, label: TYPE_LABELS[type] }));

export function RuleFields({ form, templates }: RuleFieldsProps) {
  const [previewing, setPreviewing] = useState(false);
  const { values, errors } = form;
  const template = templates.find(({ file_name }) => file_name === values.template);
  const files = templates.map(({ file_name, title }) => ({ value: file_name, label: title }));
  const texts = useSavedTexts(template, values.program_id);
  const isGone = values.template !== '' && !template;
  const told = { ...values, run_after: utcOf(values.run_after) };
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput autoComplete="off" data-autofocus {...form.text('name')} />
        <ProgramField {...form.getInputProps('program_id')} />
        <Choice
          label={EMAIL_RULE_FIELDS.template.label}
          required
          placeholder="Choose a template"
          data={isGone ? [...files, { value: values.template, label: `${values.template} (gone)` }] : files}
          value={values.template || null}
          onChange={(file) => form.setFieldValue('template', file ?? '')}
          allowDeselect={false}
          error={errors.template}
        />
        <Choice
          label={EMAIL_RULE_FIELDS.type.label}
          description="Unsubscribing stops emails of this type"
          data={TYPES}
          value={values.type}
          onChange={(type) => form.setFieldValue('type', type as RuleType)}
          allowDeselect={false}
          error={errors.type}
        />
      </SimpleGrid>
      <TextInput description={<MayHold />} autoComplete="off" {...form.text('subject')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput autoComplete="off" {...form.text('from_name')} required />
        <TextInput type="email" autoComplete="off" {...form.text('from_email')} required />
      </SimpleGrid>
      <Button
        size="xs"
        variant="default"
        style={{ alignSelf: 'start' }}
        disabled={!template}
        aria-expanded={previewing}
        onClick={() => setPreviewing(!previewing)}
      >
        {previewing ? 'Hide the preview' : 'Preview'}
      </Button>
      {previewing && template && texts && (
        <TemplatePreview template={template} text={texts.text} mail={values} />
      )}

      <Title order={3} size="h5" mt="xs">
        Audience
      </Title>
      <AudienceFields form={form} />
      {values.items.length > 0 && <Sentence rule={told} />}
      <RuleTester audience={wholeAudience(values)} program_id={values.program_id} />

      <Title order={3} size="h5" mt="xs">
        When
      </Title>
      <TimeFields form={form} />
      <Checkbox {...form.tick('active')} />
      <SendTest template={template} texts={texts} mail={values} />
    </Stack>
  );
}

/** Reads the sentence out once typing pauses. */
function Sentence({ rule }: Parameters<typeof RuleSentence>[0]) {
  const [said] = useDebouncedValue(rule, 1000);
  return (
    <>
      <Text size="sm" fw={500} data-sentence aria-hidden>
        <Said rule={rule} />
      </Text>
      <VisuallyHidden role="status">
        <Said rule={said} />
      </VisuallyHidden>
    </>
  );
}

function Said({ rule }: Parameters<typeof RuleSentence>[0]) {
  if (isUnfinished(rule)) return 'Choose a condition to see who this reaches.';
  return (
    <>
      <RuleSentence rule={rule} />.
    </>
  );
}

/** Placeholders of a subject, each kept on one line, to be copied whole. */
function MayHold() {
  return (
    <>
      Placeholders:{' '}
      {PLACEHOLDERS.map((placeholder, index) => (
        <Fragment key={placeholder}>
          {index > 0 && ', '}
          <span style={{ whiteSpace: 'nowrap' }}>{placeholder}</span>
        </Fragment>
      ))}
    </>
  );
}
