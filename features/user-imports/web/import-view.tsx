import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { WorkProgress } from '../../../web/parts/work-progress.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { linkTo } from '../../../web/ui/link-to.ts';
import { Loading } from '../../../web/ui/loading.tsx';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { StepHeading } from '../../../web/ui/step-heading.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../web/ui/time.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { useOnce } from '../../../web/ui/use-once.ts';
import type { UserImport } from '../contract.ts';
import { calls, reload } from './calls.ts';
import { CheckedImport } from './checked-import.tsx';
import { ImportResult } from './import-result.tsx';
import { figures, fileWords, rowsOf, stateWords } from './import-words.ts';

type ImportViewProps = { id: number; page: number; onClose: () => void };

export function ImportView({ id, page, onClose }: ImportViewProps) {
  const query = useQuery(
    calls.userImport.queryOptions({
      input: { id, page },
      placeholderData: (before) => before,
      refetchInterval: ({ state }) => (isOpen(state.data?.import) ? 700 : false),
    }),
  );
  const { data, error, refetch } = query;
  const found = data?.import;
  const isMissing = !found && error !== null && failureOf(error).status === 404;
  const state = found?.state;
  const [checks, setChecks] = useState(0);
  useEffect(() => {
    if (state === 'done' || state === 'undone') void reload();
  }, [state]);
  return (
    <Stack gap="md">
      <div>
        <Anchor component={Link} {...linkTo('.', {})} size="sm">
          All imports
        </Anchor>
        <PageHeading
          title={found ? `Import users: ${found.file_name}` : 'Import users'}
          part={`import ${id}`}
        />
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
      {found && isOpen(found) && <UnderWay found={found} />}
      {found?.state === 'ready' && (
        <CheckedImport
          key={JSON.stringify(found.mapping)}
          found={found}
          checks={checks}
          onCheck={() => setChecks(checks + 1)}
          onClose={onClose}
        />
      )}
      {data && found && !isOpen(found) && <ImportResult answer={data} page={page} />}
      {found?.state === 'failed' && (
        <Alert color="red" variant="outline" title="This import failed">
          {found.reason}
        </Alert>
      )}
    </Stack>
  );
}

function isOpen(found: Pick<UserImport, 'state'> | undefined): boolean {
  return found?.state === 'checking' || found?.state === 'running';
}

function UnderWay({ found }: { found: UserImport }) {
  const { id, state, undoing, rows, total, created, updated, restored, deleted, kept } = found;
  const { busy, once } = useOnce();
  const done = undoing ? restored + deleted + kept : rows;
  const all = undoing ? created + updated : total;
  const verb = undoing ? 'put back' : state === 'checking' ? 'read' : 'done';
  const cancel = () =>
    once(
      async () => {
        await calls.cancelUserImport.call({ id });
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
            You can leave this page: it goes on.
          </Text>
        </Group>
      )}
    </Stack>
  );
}
