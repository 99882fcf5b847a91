import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import type { ListedImport } from '../../../features/imports/contract.ts';
import { failureOf } from '../../ui/failure.ts';
import { Loading } from '../../ui/loading.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { StepHeading } from '../../ui/step-heading.tsx';
import { LoadError } from '../../ui/table/loaded-list.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toasts.tsx';
import { unavailable } from '../../ui/unavailable.ts';
import { useOnce } from '../../ui/use-once.ts';
import { WorkProgress } from '../work-progress.tsx';
import { figures, fileWords, isUnderWay, rowsOf, stateWords } from './import-words.ts';
import { linkToImport } from './link-to-import.ts';

/** An import as the frame shows it: an undo counts what it put back and deleted. */
export type ShownImport = ListedImport & {
  encoding: string;
  separator: string;
  mapping: Readonly<Record<string, string>>;
  updated?: number;
  restored?: number;
};

type ImportViewProps<Answer extends { import: ShownImport }> = {
  title: string;
  id: number;
  query: UseQueryResult<Answer>;
  cancel: (id: number) => Promise<unknown>;
  reload: () => Promise<unknown>;
  /** The step in which somebody decides; `checks` so far, and what counts one more. */
  ready: (found: Answer['import'], checks: number, onCheck: () => void) => ReactNode;
  result: (answer: Answer) => ReactNode;
};

/** Milliseconds between two looks at an import that is under way. */
const LOOK_MS = 700;

/** Options of the query for one import: asked again while it is under way, and shown until the next answer. */
export const whileUnderWay = {
  placeholderData: <Answer,>(before: Answer) => before,
  refetchInterval: ({ state }: { state: { data?: { import: ListedImport } | undefined } }) =>
    state.data && isUnderWay(state.data.import) ? LOOK_MS : (false as const),
};

export function ImportView<Answer extends { import: ShownImport }>(props: ImportViewProps<Answer>) {
  const { title, id, query, cancel, reload, ready, result } = props;
  const { data, error, refetch } = query;
  const found = data?.import;
  const isMissing = !found && error !== null && failureOf(error).status === 404;
  const state = found?.state;
  const [checks, setChecks] = useState(0);
  useEffect(() => {
    if (state === 'done' || state === 'undone') void reload();
  }, [state, reload]);
  return (
    <Stack gap="md">
      <div>
        <Anchor component={Link} {...linkToImport(null)} size="sm">
          All imports
        </Anchor>
        <PageHeading title={found ? `${title}: ${found.file_name}` : title} part={`import ${id}`} />
        {found && (
          <Text size="sm" c="dimmed" role="status">
            {stateWords(found)} · {fileWords(found)} · {found.created_by ?? 'the command line'},{' '}
            <Time value={found.created_at} />
          </Text>
        )}
      </div>
      {isMissing && <Text size="sm">There is no import #{id}, or it belongs to another program.</Text>}
      {error && !isMissing && (
        <LoadError error={error} onRetry={() => void refetch()} above={found !== undefined} />
      )}
      {!found && !error && <Loading />}
      {found && isUnderWay(found) && <UnderWay found={found} cancel={cancel} reload={reload} />}
      {found?.state === 'ready' && (
        <Fragment key={JSON.stringify(found.mapping)}>
          {ready(found, checks, () => setChecks(checks + 1))}
        </Fragment>
      )}
      {data && found && !isUnderWay(found) && result(data)}
      {found?.state === 'failed' && (
        <Alert color="red" variant="outline" title="This import failed">
          {found.reason}
        </Alert>
      )}
    </Stack>
  );
}

type UnderWayProps = Pick<ImportViewProps<{ import: ShownImport }>, 'cancel' | 'reload'> & {
  found: ShownImport;
};

function UnderWay({ found, cancel: stop, reload }: UnderWayProps) {
  const { id, state, undoing, rows, total, created, deleted, kept } = found;
  const { updated = 0, restored = 0 } = found;
  const { busy, once } = useOnce();
  const done = undoing ? restored + deleted + kept : rows;
  const all = undoing ? created + updated : total;
  const verb = undoing ? 'restored' : state === 'checking' ? 'read' : 'done';
  const cancel = () =>
    once(
      async () => {
        await stop(id);
        await reload();
      },
      (error) => toast(failureOf(error).message, { kind: 'error' }),
    );
  return (
    <Stack gap="sm">
      <StepHeading step={undoing ? 'undoing' : state}>{stateWords(found)}</StepHeading>
      <WorkProgress
        label={stateWords(found)}
        part={all ? Math.min(1, done / all) : null}
        words={all ? `${figures(done)} of ${rowsOf(all)} ${verb}` : `${rowsOf(done)} ${verb}`}
      />
      {!undoing && (
        <Group>
          <Button variant="default" {...unavailable(busy)} aria-busy={busy} onClick={() => void cancel()}>
            {busy ? 'Cancelling…' : 'Cancel'}
          </Button>
          <Text size="sm" c="dimmed">
            You can leave this page. The import continues.
          </Text>
        </Group>
      )}
    </Stack>
  );
}
