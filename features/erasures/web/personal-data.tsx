import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { whyNotYours } from '../../../core/second-approver.ts';
import { ExportButton } from '../../../web/parts/exports/export-button.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { Loading } from '../../../web/ui/loading.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../web/ui/time.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import { useOnce } from '../../../web/ui/use-once.ts';
import type { DataRequest, Erasure } from '../contract.ts';
import { calls, type ErasedUser, reload } from './calls.ts';
import { RejectRequestDialog } from './reject-request-dialog.tsx';

const EraseDialog = lazy(() => import('./erase-dialog.tsx').then((m) => ({ default: m.EraseDialog })));

/** Milliseconds between two looks at an erasure under way. */
const RUNNING_CHECK_MS = 2_000;

export function PersonalData({ user }: { user: ErasedUser }) {
  const { id } = user;
  const { data, error, refetch } = useQuery({
    ...calls.erasure.queryOptions({ input: { id } }),
    refetchInterval: ({ state }) => (state.data?.erasure?.state === 'running' ? RUNNING_CHECK_MS : false),
  });
  const [opened, setOpened] = useState<'erase' | 'approve' | 'reject' | 'reject data request' | null>(null);
  const isDecided = useRef(false);
  const takeDecided = useCallback(() => {
    const was = isDecided.current;
    isDecided.current = false;
    return was;
  }, []);
  if (!data) return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Loading />;
  const { erasure, data_request } = data;
  return (
    <Stack gap="md">
      {data_request && (
        <WaitingForData id={id} request={data_request} onReject={() => setOpened('reject data request')} />
      )}
      <div>
        <Text size="sm" mb="xs">
          A ZIP file with everything stored about this user: records, emails, images and payout details.
        </Text>
        <ExportButton
          quiet
          label="Download all data"
          title={`All data of ${user.name}`}
          poll={(asked) => calls.userData.call({ id, ...asked })}
        />
      </div>
      {erasure === null ? (
        <div>
          <Text size="sm" mb="xs">
            Erasing permanently removes the name, addresses, texts, images and payout details. Amounts stay.
          </Text>
          <Button color="red" variant="outline" size="sm" onClick={() => setOpened('erase')}>
            Erase user
          </Button>
        </div>
      ) : (
        <ErasureState
          erasure={erasure}
          takeDecided={takeDecided}
          onApprove={() => setOpened('approve')}
          onReject={() => setOpened('reject')}
        />
      )}
      <Suspense>
        {(opened === 'erase' || opened === 'approve') && (
          <EraseDialog
            user={user}
            standing={data}
            verb={opened}
            onDecided={() => {
              isDecided.current = true;
            }}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
      {(opened === 'reject' || opened === 'reject data request') && (
        <RejectRequestDialog
          user={user}
          kind={opened === 'reject' ? 'erasure' : 'export'}
          onClose={() => setOpened(null)}
        />
      )}
    </Stack>
  );
}

type WaitingForDataProps = { id: number; request: DataRequest; onReject: () => void };

function WaitingForData({ id, request, onReject }: WaitingForDataProps) {
  const { busy, once } = useOnce();
  const markAsSent = () =>
    void once(
      async () => {
        await calls.closeDataRequest.call({ id, sent: true });
        toast('Marked as sent');
        await reload();
      },
      (error) => toast(failureOf(error).message, { kind: 'error', persistent: true }),
    );
  const why = whyNotYours(request);
  return (
    <Alert color="yellow" variant="outline" p="sm">
      <Text size="sm" mb="xs">
        The user requested their data on {request.site} <Time value={request.asked_at} />.{' '}
        {why ?? 'Download it, send it to the user, then mark it as sent.'}
      </Text>
      <Group gap="xs">
        {why === null && (
          <Button variant="outline" size="compact-sm" aria-busy={busy} onClick={markAsSent}>
            Mark as sent
          </Button>
        )}
        {request.own === 0 && (
          <Button variant="default" size="compact-sm" onClick={onReject}>
            Reject request
          </Button>
        )}
      </Group>
    </Alert>
  );
}

type ErasureStateProps = {
  erasure: Erasure;
  /** Returns true, once, after a decision that was made here, whose words take the focus. */
  takeDecided: () => boolean;
  onApprove: () => void;
  onReject: () => void;
};

function ErasureState({ erasure, takeDecided, onApprove, onReject }: ErasureStateProps) {
  const { state, source, asked_by, asked_at, decided_by, done_at } = erasure;
  const words = useRef<HTMLParagraphElement>(null);
  // The button that was pressed has gone, and the next one rejects or downloads: Enter in a hurry would press that.
  useLayoutEffect(() => {
    if (takeDecided()) words.current?.focus({ preventScroll: true });
  }, [state, takeDecided]);
  if (state === 'running')
    return (
      <Text ref={words} tabIndex={-1} size="sm">
        This user is being erased. It takes a few seconds.
      </Text>
    );
  if (state !== 'proposed')
    return (
      <Text ref={words} tabIndex={-1} size="sm">
        Erased by {decided_by ?? 'the operator'} {done_at && <Time value={done_at} />}
      </Text>
    );
  const why = whyNotYours(erasure);
  return (
    <Alert color="yellow" variant="outline" p="sm">
      <Text ref={words} tabIndex={-1} size="sm" mb="xs">
        {source === 'site' ? 'The user' : (asked_by ?? 'An admin')} requested the erasure{' '}
        <Time value={asked_at} />. {why}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={onReject}>
          Reject erasure
        </Button>
        {why === null && (
          <Button color="red" variant="outline" size="compact-sm" onClick={onApprove}>
            Approve erasure
          </Button>
        )}
      </Group>
    </Alert>
  );
}
