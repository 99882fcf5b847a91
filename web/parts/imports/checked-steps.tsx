import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { failureOf } from '../../ui/failure.ts';
import { StepHeading } from '../../ui/step-heading.tsx';
import { toast } from '../../ui/toasts.tsx';
import { unavailable } from '../../ui/unavailable.ts';
import { useOnce } from '../../ui/use-once.ts';
import { MappingTable } from '../mapping-table.tsx';
import { ImportNotice } from './import-notice.tsx';
import { figures } from './import-words.ts';
import { linkToImport } from './link-to-import.ts';

type CheckedStepsProps = {
  found: {
    id: number;
    headers: readonly string[];
    samples: Readonly<Record<string, readonly string[]>>;
    mapping: Record<string, string>;
    same_file_as: number | null;
    problem: string | null;
  };
  fields: Readonly<Record<string, string>>;
  /** Controls beside the mapping, and whether they say something else than what was checked. */
  options: ReactNode;
  isOptionChanged: boolean;
  preview: ReactNode;
  /** Number of checks so far: above 0 the step is the expected result. */
  checks: number;
  check: (mapping: Record<string, string>) => Promise<unknown>;
  run: () => Promise<unknown>;
  discard: () => Promise<unknown>;
  reload: () => Promise<unknown>;
  onCheck: () => void;
  onClose: () => void;
};

export function CheckedSteps(props: CheckedStepsProps) {
  const { found, fields, options, isOptionChanged, preview, checks } = props;
  const { headers, samples, same_file_as, problem } = found;
  const [mapping, setMapping] = useState(found.mapping);
  const { busy, once } = useOnce();
  const isChanged = isOptionChanged || JSON.stringify(mapping) !== JSON.stringify(found.mapping);
  const say = (error: unknown) => toast(failureOf(error).message, { kind: 'error', persistent: true });
  const check = () =>
    once(async () => {
      await props.check(mapping);
      props.onCheck();
      await props.reload();
    }, say);
  const run = () =>
    once(async () => {
      if (isChanged || problem) return;
      await props.run();
      await props.reload();
    }, say);
  const discard = () =>
    once(async () => {
      await props.discard();
      await props.reload();
      props.onClose();
    }, say);
  return (
    <Stack gap="md">
      {same_file_as !== null && (
        <ImportNotice color="orange" title="You've already uploaded this file">
          <Anchor component={Link} {...linkToImport(same_file_as)}>
            Import {same_file_as}
          </Anchor>{' '}
          used the same file.
        </ImportNotice>
      )}
      {checks === 0 ? (
        <StepHeading step="columns">Map columns</StepHeading>
      ) : (
        <Title order={2} size="h4">
          Map columns
        </Title>
      )}
      <MappingTable
        headers={headers}
        samples={samples}
        mapping={mapping}
        fields={fields}
        onChange={setMapping}
      />
      {options}
      {checks === 0 || isChanged ? (
        <Title order={2} size="h4">
          Preview
        </Title>
      ) : (
        <StepHeading step={`check ${checks}`}>Preview</StepHeading>
      )}
      {isChanged ? (
        <Group>
          <Button variant="default" {...unavailable(busy)} aria-busy={busy} onClick={() => void check()}>
            {busy ? 'Checking…' : 'Update preview'}
          </Button>
          <Text size="sm" c="dimmed">
            The mapping changed.
          </Text>
        </Group>
      ) : (
        <>
          {problem && (
            <Alert color="red" variant="outline">
              {problem}
            </Alert>
          )}
          {preview}
        </>
      )}
      <LeftOut id="left-out" columns={headers.filter((header) => !mapping[header])} />
      <Group justify="flex-end">
        <Button variant="default" {...unavailable(busy)} onClick={() => void discard()}>
          Discard
        </Button>
        <Button
          {...unavailable(busy || isChanged || problem !== null)}
          aria-busy={busy}
          aria-describedby="left-out"
          onClick={() => void run()}
        >
          Import
        </Button>
      </Group>
    </Stack>
  );
}

/** Names columns of the file that are ignored, as they are easily missed in a long table. */
function LeftOut({ id, columns }: { id: string; columns: string[] }) {
  const named = columns.slice(0, MOST_NAMED).join(', ');
  const more = columns.length - MOST_NAMED;
  return (
    <Text id={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {columns.length === 0 ? (
        'Every column is imported.'
      ) : (
        <>
          <b>
            {columns.length === 1 ? '1 column is' : `${figures(columns.length)} columns are`} not imported:
          </b>{' '}
          {named}
          {more > 0 && ` and ${figures(more)} more`}
        </>
      )}
    </Text>
  );
}

const MOST_NAMED = 20;
