import { Tabs, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { isSaveKey } from '../../../web/ui/chooser/enter-guard.tsx';
import type { Failure } from '../../../web/ui/failure.ts';
import { type Step, useUnsavedGuard } from '../../../web/ui/form/unsaved-guard.tsx';
import type { EmailTemplate } from '../contract.ts';
import { isRuleFile, LONGEST_SUBJECT, nameOfTemplate, placeholderFaults } from '../rules.ts';
import type { TemplateKey } from './calls.ts';
import { HtmlField } from './html-field.tsx';
import { PlaceholderMenu } from './placeholder-menu.tsx';
import { PlainPart } from './plain-part.tsx';
import { TemplateDialogs } from './template-dialogs.tsx';
import { type TemplateDialog, TemplateFooter } from './template-footer.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { originOf } from './template-words.ts';
import classes from './templates-screen.module.css';
import { useInsertion } from './use-insertion.ts';
import { useTemplateForm } from './use-template-form.ts';
import { UsedBy } from './used-by.tsx';

type TemplateEditorProps = {
  templateKey: TemplateKey;
  loaded: EmailTemplate;
  dialog: TemplateDialog | null;
  onOpen: (name: TemplateDialog) => void;
  onClose: () => void;
};

export function TemplateEditor({ templateKey, loaded, dialog, onOpen, onClose }: TemplateEditorProps) {
  const [part, setPart] = useState<string | null>('html');
  const { form, saving, changed, isSaved, submit, inherit, restore } = useTemplateForm(
    templateKey,
    loaded,
    (fields) =>
      setPart((now) => (fields.includes('text') ? 'html' : fields.includes('plain') ? 'plain' : now)),
  );
  const guard = useUnsavedGuard((step) => (step && isSameTemplate(step) ? [] : changed()));
  const { subjectField, plainField, ready, inSubject, inText, inPlain, insert } = useInsertion();
  const { id, subject, text, plain } = form.getValues();
  const examples = Object.fromEntries(loaded.placeholders.map(({ name, example }) => [name, example]));
  const name = nameOfTemplate(loaded);
  const ofRules = isRuleFile(templateKey.template);
  const hasSubject = !ofRules || templateKey.language !== 'en';
  const live = loaded.rules.filter(({ active }) => active === 1).length;
  const canSave = !saving.busy && (id === null || changed().length > 0);
  const refusals = refusedIn(form.errors.text, saving.failure);
  const fault = placeholderFaults(subject, templateKey.template)[0]?.what;
  const keys = (event: KeyboardEvent) => {
    // A dialog above has keys of its own.
    if (dialog || !isSaveKey(event)) return;
    event.preventDefault();
    if (!event.repeat && canSave) submit();
  };

  return (
    // Ctrl+S and Ctrl+Enter work wherever one writes.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={keys} data-editor>
      <Text size="sm" c="dimmed" mb={ofRules ? 4 : 'md'}>
        {originOf(loaded, examples.program_name ?? '')}
      </Text>
      {ofRules && (
        <Text size="sm" mb="md">
          <UsedBy rules={loaded.rules} />
        </Text>
      )}
      <div className={classes.panes}>
        <div className={classes.fields}>
          {hasSubject ? (
            <TextInput
              ref={subjectField}
              label="Subject"
              required={!ofRules}
              withAsterisk={false}
              description={ofRules ? 'Leave blank to use the subject of the rule' : undefined}
              maxLength={LONGEST_SUBJECT}
              autoComplete="off"
              {...form.getInputProps('subject')}
              onFocus={inSubject}
              error={form.errors.subject ?? fault}
            />
          ) : (
            <Text size="sm" c="dimmed">
              Each rule has its own English subject.
            </Text>
          )}
          <Tabs value={part} onChange={setPart}>
            <div className={classes.head}>
              <Tabs.List>
                <Tabs.Tab value="html">HTML</Tabs.Tab>
                <Tabs.Tab value="plain">Plain text</Tabs.Tab>
              </Tabs.List>
              <PlaceholderMenu placeholders={loaded.placeholders} onInsert={insert} />
            </div>
            <Tabs.Panel value="html">
              <HtmlField
                template={templateKey.template}
                value={text}
                onChange={(value) => form.setFieldValue('text', value)}
                onFocus={inText}
                onReady={ready}
                refusals={refusals}
              />
            </Tabs.Panel>
            <Tabs.Panel value="plain">
              <PlainPart form={form} field={plainField} onFocus={inPlain} />
            </Tabs.Panel>
          </Tabs>
        </div>
        <TemplatePreview
          subject={subject || (ofRules ? 'Subject of the rule' : '')}
          text={text}
          plain={plain}
          examples={examples}
        />
      </div>
      <TemplateFooter
        saving={saving}
        isSaved={isSaved}
        isOwn={id !== null}
        canSave={canSave}
        live={live}
        onSave={submit}
        onOpen={onOpen}
      />
      <TemplateDialogs
        dialog={dialog}
        templateKey={templateKey}
        values={form.getValues()}
        name={name}
        examples={examples}
        onRestore={restore}
        onInherited={inherit}
        onClose={onClose}
      />
      {guard.question}
    </div>
  );
}

/** Returns refusals of the HTML, each with its line; none once it has been changed since. */
function refusedIn(error: ReactNode, failure: Failure | null): string[] {
  if (typeof error !== 'string') return [];
  const found = failure?.errors.filter(({ path }) => path === 'text').map(({ message }) => message) ?? [];
  return found.length > 0 ? found : [error];
}

/** Returns true where a navigation only opens or closes a dialog, and so keeps the edits. */
function isSameTemplate({ current, next }: Step): boolean {
  const keyOf = ({ pathname, search }: Step['current']) => {
    const { program_id, template, language } = search as Record<string, unknown>;
    return JSON.stringify([pathname, program_id, template, language]);
  };
  return keyOf(current) === keyOf(next);
}
