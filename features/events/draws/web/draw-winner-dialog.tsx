import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../../web/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../../web/ui/dialog/dialog.tsx';
import { focusOnMount } from '../../../../web/ui/focus/focus-on-mount.ts';
import { useUnsavedGuard } from '../../../../web/ui/form/unsaved-guard.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import type { Event } from '../../contract.ts';
import { DrawAttempts } from './draw-attempts.tsx';
import { DrawResult } from './draw-result.tsx';
import { HowToCheck } from './how-to-check.tsx';
import { ProposedWinner } from './proposed-winner.tsx';
import { RedrawForm } from './redraw-form.tsx';
import { useDraw } from './use-draw.ts';

const LOSES_PROPOSAL = {
  title: 'Leave without confirming?',
  text: "This proposal can't be confirmed later. It stays in the list of draws, and the next draw proposes another winner.",
  discard: 'Leave',
  stay: 'Stay',
};

export function DrawWinnerDialog({ record: event, onClose }: { record: Event; onClose: () => void }) {
  const draw = useDraw(event);
  const [step, setStep] = useState<'look' | 'redraw' | 'confirm'>('look');
  const { tickets, draws, proposal, confirmed, failure, refusal, busy } = draw;
  const guard = useUnsavedGuard(() => proposal !== null && confirmed === null, LOSES_PROPOSAL);
  // A proposal that stands is never given up by one click, also where the attempts could not be loaded again.
  const again = proposal !== null || (draws?.draws.length ?? 0) > 0;
  const close = () => !busy && guard.leave(onClose);

  return (
    <Dialog
      title={confirmed ? 'Winner' : 'Draw winner'}
      name={event.name}
      size="lg"
      closeOnEscape={step !== 'confirm' && !guard.asking}
      onClose={close}
    >
      {confirmed ? (
        <DrawResult event={event} result={confirmed} draws={draws?.draws ?? []} onClose={onClose} />
      ) : (
        <Stack gap="md">
          {draw.loadError && (
            <LoadError
              error={draw.loadError}
              onRetry={draw.reload}
              above={tickets !== undefined && draws !== undefined}
            />
          )}
          {draws?.ended_early && <EndedEarly {...draws.ended_early} />}
          {(tickets || !draw.loadError) && <Sold tickets={tickets} />}
          <Text size="sm">
            The draw's secret was fixed when the event was created, so the draw can't be influenced.{' '}
            <HowToCheck event={event} />
          </Text>
          {refusal && (
            <Alert color="red" variant="outline" role="alert">
              {refusal}
            </Alert>
          )}
          {proposal && <ProposedWinner proposal={proposal} />}
          {draws && <DrawAttempts draws={draws.draws} />}
          {failure && (
            <Alert color="red" variant="outline" role="alert" title="Not drawn">
              {failure.message}
            </Alert>
          )}
          {step === 'redraw' && (
            <RedrawForm
              busy={busy}
              onCancel={() => setStep('look')}
              onRedraw={async (reason) => {
                if (await draw.propose(reason)) setStep('look');
              }}
            />
          )}
          {step !== 'redraw' && (
            <Group justify="flex-end">
              <Button
                // Another proposal is another question: the focus starts on Cancel again.
                key={proposal?.attempt ?? 'none'}
                ref={focusOnMount}
                variant="default"
                data-autofocus
                {...unavailable(busy)}
                onClick={close}
              >
                Cancel
              </Button>
              {!refusal && tickets && draws && (
                <Button
                  variant={proposal ? 'default' : 'filled'}
                  {...unavailable(busy)}
                  aria-busy={busy}
                  onClick={() => {
                    if (busy) return;
                    if (again) setStep('redraw');
                    else void draw.propose('');
                  }}
                >
                  {busy ? 'Drawing…' : again ? 'Redraw…' : 'Draw a winner'}
                </Button>
              )}
              {proposal && (
                <Button {...unavailable(busy)} onClick={() => !busy && setStep('confirm')}>
                  Confirm…
                </Button>
              )}
            </Group>
          )}
        </Stack>
      )}
      {step === 'confirm' && proposal && (
        <ConfirmDialog
          title="Confirm the winner?"
          confirmLabel="Confirm the winner"
          busyLabel="Confirming…"
          onConfirm={draw.confirm}
          onClose={() => setStep('look')}
        >
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <b>{proposal.user}</b> wins <b>{event.name}</b> with the ticket {proposal.ticket}. This is final.
            The proof will be published.
          </Text>
        </ConfirmDialog>
      )}
      {guard.question}
    </Dialog>
  );
}

function Sold({ tickets }: { tickets: { number: number; users: number } | undefined }) {
  if (!tickets) return <Text size="sm">Counting the tickets…</Text>;
  const { number, users } = tickets;
  return (
    <Text size="sm">
      {number.toLocaleString('en-US')} {number === 1 ? 'ticket' : 'tickets'}, held by{' '}
      {users.toLocaleString('en-US')} {users === 1 ? 'user' : 'users'}
    </Text>
  );
}

function EndedEarly({ at, reason }: { at: string; reason: string }) {
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      Ended early, <Time value={at} />: {reason}
    </Text>
  );
}
