import { Alert, Anchor, Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { MappingTable } from '../../../web/parts/mapping-table.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { linkTo } from '../../../web/ui/link-to.ts';
import { StepHeading } from '../../../web/ui/step-heading.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { useOnce } from '../../../web/ui/use-once.ts';
import type { UserImport } from '../contract.ts';
import { FIELD_TITLES, type Mapping } from '../rules.ts';
import { calls, reload } from './calls.ts';
import { Counts } from './counts.tsx';
import { figures, SWITCH_NAMES, SWITCH_WORDS, type Switch } from './import-words.ts';
import { PreviewTable } from './preview-table.tsx';

type CheckedImportProps = {
  found: UserImport;
  /** Number of checks so far: above 0 the step is the expected result. */
  checks: number;
  onCheck: () => void;
  onClose: () => void;
};

/** Expected effect of a file: columns and settings to correct, counts, and the first rows. */
export function CheckedImport({ found, checks, onCheck, onClose }: CheckedImportProps) {
  const { id, headers, samples, same_file_as, problem } = found;
  const [mapping, setMapping] = useState<Mapping>(found.mapping);
  const [switches, setSwitches] = useState(() => switchesOf(found));
  const { busy, once } = useOnce();
  const isChanged =
    JSON.stringify([mapping, switches]) !== JSON.stringify([found.mapping, switchesOf(found)]);
  const say = (error: unknown) => toast(failureOf(error).message, { kind: 'error', persistent: true });
  const check = () =>
    once(async () => {
      await calls.mapUserImport.call({ id, mapping, ...switches });
      onCheck();
      await reload();
    }, say);
  const run = () =>
    once(async () => {
      if (isChanged || problem) return;
      await calls.runUserImport.call({ id });
      await reload();
    }, say);
  const discard = () =>
    once(async () => {
      await calls.cancelUserImport.call({ id });
      await reload();
      onClose();
    }, say);
  return (
    <Stack gap="md">
      {same_file_as !== null && (
        <Alert color="orange" variant="outline" title="This file has been brought before">
          <Anchor component={Link} {...linkTo('.', { import: same_file_as })}>
            Import {same_file_as}
          </Anchor>{' '}
          was of the very same file.
        </Alert>
      )}
      {checks === 0 ? (
        <StepHeading step="columns">What its columns hold</StepHeading>
      ) : (
        <Title order={2} size="h4">
          What its columns hold
        </Title>
      )}
      <MappingTable
        headers={headers}
        samples={samples}
        mapping={mapping}
        fields={FIELD_TITLES}
        onChange={(changed) => setMapping(changed as Mapping)}
      />
      <Group gap="lg" role="group" aria-label="What to do">
        {SWITCH_NAMES.map((name) => (
          <Checkbox
            key={name}
            label={SWITCH_WORDS[name]}
            checked={switches[name]}
            onChange={({ currentTarget: { checked } }) => setSwitches((now) => ({ ...now, [name]: checked }))}
          />
        ))}
      </Group>
      {checks === 0 || isChanged ? (
        <Title order={2} size="h4">
          What would happen
        </Title>
      ) : (
        <StepHeading step={`check ${checks}`}>What would happen</StepHeading>
      )}
      {isChanged ? (
        <Group>
          <Button variant="default" {...unavailable(busy)} aria-busy={busy} onClick={() => void check()}>
            {busy ? 'Checking…' : 'Check again'}
          </Button>
          <Text size="sm" c="dimmed">
            You have changed what shall be imported.
          </Text>
        </Group>
      ) : (
        <>
          {problem && (
            <Alert color="red" variant="outline">
              {problem}
            </Alert>
          )}
          <Counts found={found} label="What would happen" />
          <PreviewTable found={found} />
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

function switchesOf(found: UserImport): Record<Switch, boolean> {
  return Object.fromEntries(SWITCH_NAMES.map((name) => [name, found[name] === 1])) as Record<Switch, boolean>;
}
