import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ProgramFilter, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { addressChoice, addressId, useAddress } from '../../../web/ui/address.ts';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { LANGUAGES, type Language, TEMPLATES, type Template } from '../rules.ts';
import { calls, type TemplateKey } from './calls.ts';
import { TemplateEditor } from './template-editor.tsx';
import type { TemplateDialog } from './template-footer.tsx';
import { LANGUAGE_NAMES, TEMPLATE_NAMES } from './template-words.ts';
import classes from './templates-screen.module.css';

const address = {
  program_id: addressId,
  template: addressChoice(TEMPLATES),
  language: addressChoice(LANGUAGES),
  test: addressId,
  inherit: addressId,
};

const TYPES = TEMPLATES.map((value) => ({ value, label: `${TEMPLATE_NAMES[value]} · ${value}` }));
const IN_LANGUAGES = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

/** Texts of mails: choice, editor, preview (specification: Email templates). */
export function TemplatesScreen() {
  const { state, change, openDialog, closeDialog } = useAddress(address);
  const program = useProgramFilter(state.program_id);
  const { template, language = 'en' } = state;
  const dialog = state.test ? 'test' : state.inherit ? 'inherit' : null;
  return (
    <>
      <PageHeading title="Email templates" />
      <search aria-label="Template to edit" className={classes.choice}>
        <ProgramFilter
          zero="Global"
          value={state.program_id}
          onChange={(chosen) => change({ program_id: chosen })}
        />
        <Choice
          className={classes.template}
          label="Template"
          placeholder="Choose a template"
          data={TYPES}
          value={template ?? null}
          onChange={(chosen) => chosen && change({ template: chosen as Template })}
          allowDeselect={false}
        />
        <Choice
          label="Language"
          data={IN_LANGUAGES}
          value={language}
          onChange={(chosen) => chosen && change({ language: chosen as Language })}
          allowDeselect={false}
        />
      </search>
      {template ? (
        <Loaded
          key={`${template} ${program} ${language}`}
          templateKey={{ template, program, language }}
          dialog={dialog}
          onOpen={(name) => openDialog({ [name]: 1 })}
          onClose={() => closeDialog({ test: 0, inherit: 0 })}
        />
      ) : (
        <Text c="dimmed" mt="xl">
          Choose a template to edit.
        </Text>
      )}
    </>
  );
}

type LoadedProps = {
  templateKey: TemplateKey;
  dialog: TemplateDialog | null;
  onOpen: (name: TemplateDialog) => void;
  onClose: () => void;
};

/** Disables saving and sending until the template is loaded. */
function Loaded({ templateKey, ...dialogs }: LoadedProps) {
  const { data, error, refetch } = useQuery(
    // What is being edited is not changed by a later answer.
    calls.emailTemplate.queryOptions({
      input: templateKey,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
  );
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (data) return <TemplateEditor templateKey={templateKey} loaded={data} {...dialogs} />;
  return (
    <div aria-busy className={classes.panes}>
      <Skeleton height={560} />
      <Skeleton height={560} />
    </div>
  );
}
