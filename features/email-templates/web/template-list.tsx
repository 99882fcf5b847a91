import { Anchor, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { QueueTabs } from '../../../web/ui/queue/queue-tabs.tsx';
import { TwoLines } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import type { ListedTemplate } from '../contract.ts';
import { isRuleFile, LANGUAGES, nameOfTemplate } from '../rules.ts';
import { LANGUAGE_NAMES } from './template-words.ts';
import { UsedBy } from './used-by.tsx';

export const KINDS = ['types', 'rules'] as const;
type Kind = (typeof KINDS)[number];

type TemplateListProps = {
  kind: Kind;
  query: UseQueryResult<{ templates: ListedTemplate[] }>;
  onOpen: () => void;
};

export function TemplateList({ kind, query, onOpen }: TemplateListProps) {
  const all = query.data?.templates;
  const of = (which: Kind) => all?.filter(({ template }) => isRuleFile(template) === (which === 'rules'));
  return (
    <>
      <QueueTabs
        label="Kinds of templates"
        name="kind"
        value={kind}
        tabs={[
          { value: 'types', label: 'Built-in types', count: of('types')?.length },
          { value: 'rules', label: 'Rules', count: of('rules')?.length },
        ]}
      />
      <DataTable
        caption={kind === 'rules' ? 'Templates of rules' : 'Templates of built-in types'}
        columns={kind === 'rules' ? [...columnsWith(onOpen), USED_BY] : columnsWith(onOpen)}
        rows={of(kind)}
        rowKey={({ template }) => template}
        query={query}
        pageSize={3}
        nothingYet="No templates of rules yet"
        purpose="Templates that email rules send appear here."
      />
    </>
  );
}

const columnsWith = (onOpen: () => void): readonly Column<ListedTemplate>[] => [
  {
    key: 'template',
    header: 'Template',
    rowHeader: true,
    cell: (row) => (
      <TwoLines
        first={
          <InEditor row={row} onOpen={onOpen}>
            {nameOfTemplate(row)}
          </InEditor>
        }
        second={row.template}
        title={nameOfTemplate(row)}
      />
    ),
  },
  {
    key: 'languages',
    header: 'Languages',
    stays: true,
    card: 'line',
    cell: (row) =>
      LANGUAGES.map((language, at) => {
        const isOwn = row.own.some((own) => own.language === language);
        return (
          <Fragment key={language}>
            {at > 0 && ' · '}
            <InEditor row={row} onOpen={onOpen} language={language} isInherited={!isOwn}>
              {LANGUAGE_NAMES[language]}
            </InEditor>
          </Fragment>
        );
      }),
  },
];

const USED_BY: Column<ListedTemplate> = {
  key: 'rules',
  header: 'Rules',
  stays: true,
  cell: ({ rules }) => <UsedBy rules={rules} />,
};

type InEditorProps = {
  row: ListedTemplate;
  onOpen: () => void;
  language?: (typeof LANGUAGES)[number];
  isInherited?: boolean;
  children: string;
};

function InEditor({ row, onOpen, language, isInherited = false, children }: InEditorProps) {
  return (
    <Anchor
      component={Link}
      to="."
      onClick={onOpen}
      search={
        ((current: object) => ({
          ...current,
          template: row.template,
          language: language === 'en' ? undefined : language,
        })) as never
      }
      c={isInherited ? 'dimmed' : undefined}
      fw={language && !isInherited ? 600 : undefined}
      style={{ whiteSpace: 'nowrap' }}
      inherit
    >
      {children}
      {isInherited && (
        <Text span inherit>
          {' '}
          (inherited)
        </Text>
      )}
    </Anchor>
  );
}
