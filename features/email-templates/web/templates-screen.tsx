import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ProgramFilter, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { addressChoice, addressId, useAddress } from '../../../web/ui/address.ts';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { focusOnMount } from '../../../web/ui/focus/focus-on-mount.ts';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import {
  type AnyTemplate,
  isRuleFile,
  LANGUAGES,
  type Language,
  nameOfTemplate,
  TEMPLATES,
} from '../rules.ts';
import { calls, type TemplateKey } from './calls.ts';
import { TemplateEditor } from './template-editor.tsx';
import { TEMPLATE_DIALOGS, type TemplateDialog } from './template-footer.tsx';
import { KINDS, TemplateList } from './template-list.tsx';
import { LANGUAGE_NAMES } from './template-words.ts';
import classes from './templates-screen.module.css';

/** An unknown type counts as none; an unknown file is the server's to refuse. */
function addressTemplate(value: unknown): AnyTemplate | undefined {
  const text = typeof value === 'string' ? value : '';
  return isRuleFile(text) ? text : TEMPLATES.find((template) => template === text);
}

const address = {
  program_id: addressId,
  template: addressTemplate,
  kind: addressChoice(KINDS),
  language: addressChoice(LANGUAGES),
  test: addressId,
  inherit: addressId,
  versions: addressId,
  copy: addressId,
};

const IN_LANGUAGES = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

export function TemplatesScreen() {
  const { state, change, openDialog, closeDialog } = useAddress(address);
  const program = useProgramFilter(state.program_id);
  const { template, language = 'en' } = state;
  // The link has gone that had the focus.
  const [fromList, setFromList] = useState(false);
  const list = useQuery(calls.emailTemplates.queryOptions({ input: { program } }));
  const known = list.data?.templates ?? TEMPLATES.map((each) => ({ template: each, title: null }));
  const types = known.map((each) => ({
    value: each.template,
    label: `${nameOfTemplate(each)} · ${each.template}`,
  }));
  const dialog = TEMPLATE_DIALOGS.find((name) => state[name] > 0) ?? null;
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
          data={types}
          value={template ?? null}
          onChange={(chosen) => chosen && change({ template: chosen as AnyTemplate })}
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
        <section
          aria-label="Template"
          tabIndex={-1}
          ref={fromList ? focusOnMount : undefined}
          className={classes.opened}
        >
          <Loaded
            key={`${template} ${program} ${language}`}
            templateKey={{ template, program, language }}
            dialog={dialog}
            onOpen={(name) => openDialog({ [name]: 1 })}
            onClose={() => closeDialog({ test: 0, inherit: 0, versions: 0, copy: 0 })}
          />
        </section>
      ) : (
        <>
          <Text c="dimmed" my="md">
            Choose a template to edit.
          </Text>
          <TemplateList kind={state.kind ?? 'types'} query={list} onOpen={() => setFromList(true)} />
        </>
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
