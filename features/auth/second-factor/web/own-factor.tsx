import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { focusOnMount } from '../../../../web/ui/focus/focus-on-mount.ts';
import { Loading } from '../../../../web/ui/loading.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import type { SecondFactor } from '../contract.ts';
import { calls, reload } from './calls.ts';
import { PasswordQuestion } from './password-question.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpCodes } from './set-up-codes.tsx';
import { withoutAny } from './without-any.ts';

type Step = 'set up' | 'remove' | 'renew' | { recovery_codes: string[] } | null;

type OwnFactorProps = {
  onSetUp?: () => void;
  /** Called with true where something is begun, and with false once it is over. */
  onBegun?: (is: boolean) => void;
};

export function OwnFactor({ onSetUp, onBegun }: OwnFactorProps) {
  const { data, error, refetch } = useQuery(calls.secondFactor.queryOptions({ input: {} }));
  const [step, setStep] = useState<Step>(null);
  /** The step that was begun last: its button gets the focus back. */
  const [last, setLast] = useState<Step>(null);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  // As high as what comes, below which the page goes on.
  if (!data) return <Loading height={92} />;
  const begin = (next: Step) => {
    setStep(next);
    setLast(next);
    onBegun?.(true);
  };
  const close = () => {
    setStep(null);
    onBegun?.(false);
  };
  const opens = (next: Step) => ({
    ref: last === next ? focusOnMount : undefined,
    onClick: () => begin(next),
  });
  const done = (recovery_codes: string[]) => setStep({ recovery_codes });
  const { second_factor } = data;
  return (
    <Stack gap="sm" maw={640}>
      <Standing {...second_factor} />
      {step === null && (
        <Group gap="xs">
          <Button
            size="sm"
            variant={second_factor.since || second_factor.passkeys > 0 ? 'default' : 'filled'}
            {...opens('set up')}
          >
            {second_factor.since ? 'Use another device' : 'Set up one-time codes'}
          </Button>
          {(second_factor.since || second_factor.passkeys > 0) && (
            <Button size="sm" variant="default" {...opens('renew')}>
              New recovery codes
            </Button>
          )}
          {second_factor.since && (
            <Button size="sm" variant="default" {...opens('remove')}>
              Remove
            </Button>
          )}
        </Group>
      )}
      {step === 'set up' && (
        <SetUpCodes onDone={(codes) => (codes.length > 0 ? done(codes) : close())} onCancel={close} />
      )}
      {step === 'renew' && (
        <PasswordQuestion
          label="New recovery codes"
          text="Your old codes stop working."
          confirm="Make new codes"
          onConfirm={async (password) => {
            done((await calls.renewRecoveryCodes.call({ password })).recovery_codes);
            await reload();
          }}
          onCancel={close}
        />
      )}
      {step === 'remove' && (
        <PasswordQuestion
          label="Remove the second factor"
          text={
            second_factor.passkeys > 0
              ? 'Your passkeys and recovery codes still work.'
              : withoutAny(second_factor)
          }
          confirm="Remove"
          onConfirm={async (password) => {
            await calls.removeOneTimeCodes.call({ password });
            close();
            await reload();
          }}
          onCancel={close}
        />
      )}
      {step !== null && typeof step === 'object' && (
        <RecoveryCodes
          codes={step.recovery_codes}
          onKept={() => {
            close();
            onSetUp?.();
          }}
        />
      )}
    </Stack>
  );
}

function Standing({ since, passkeys, recovery_codes_left: left, demanded }: SecondFactor) {
  if (!since && passkeys === 0)
    return (
      <Text size="sm">
        {demanded === 1
          ? 'You need a second factor besides your password: a code from an app on your phone, or a passkey.'
          : 'Signing in asks for your password alone. With one-time codes it also asks for a code from an app on your phone.'}
      </Text>
    );
  return (
    <>
      <Text size="sm">
        {since ? (
          <>
            One-time codes since <Time value={since} />.
          </>
        ) : (
          'After your password, signing in asks for a passkey.'
        )}{' '}
        {left} of 10 recovery codes left.
      </Text>
      <Text size="sm">
        If you lose your device, sign in with a recovery code and remove the device here. Without codes, ask a
        superadmin to reset your second factor.
      </Text>
      {left <= 2 && (
        <Alert variant="outline" color="yellow" p="xs">
          {left === 0 ? 'No recovery code is left.' : 'Few recovery codes are left.'} Without one you can't
          sign in if you lose your device: make new ones.
        </Alert>
      )}
    </>
  );
}
