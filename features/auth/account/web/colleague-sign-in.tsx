import { Button, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../../../web/ui/dialog/dialog.tsx';
import { useListQuery } from '../../../../web/ui/table/use-list.ts';
import { Time } from '../../../../web/ui/time.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { calls as factorCalls } from '../../second-factor/web/calls.ts';
import { PasswordQuestion } from '../../second-factor/web/password-question.tsx';
import { calls, reload } from '../../sessions/web/calls.ts';
import { SessionTable } from '../../sessions/web/session-table.tsx';

type ColleagueSignInProps = { id: number; email: string; onClose: () => void };

export function ColleagueSignIn({ id, email, onClose }: ColleagueSignInProps) {
  const query = useListQuery(calls.adminSessions.queryOptions({ input: { id } }));
  const [resets, setResets] = useState(false);
  const factors = query.data && factorsIn(query.data);
  return (
    <Dialog title="Sessions" name={email} size="xl" onClose={onClose}>
      <Stack gap="md">
        <SessionTable
          query={query}
          onEnd={(session) => calls.endAdminSession.call({ id, session_id: session.id })}
          onEndOthers={() => calls.endAdminSessions.call({ id })}
          endOthers="End all sessions"
        />
        <section aria-labelledby="colleague-factor">
          <Title order={3} size="h5" mb="xs" id="colleague-factor">
            Second factor
          </Title>
          {factors?.length === 0 && <Text size="sm">None. Signing in asks for the password alone.</Text>}
          {factors && factors.length > 0 && !resets && (
            <Stack gap="xs" align="start">
              {factors.map((factor, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: at most one of each kind, in one order.
                <Text key={place} size="sm">
                  {factor}
                </Text>
              ))}
              <Button size="sm" variant="default" onClick={() => setResets(true)}>
                Reset second factor…
              </Button>
            </Stack>
          )}
          {factors && factors.length > 0 && resets && (
            <PasswordQuestion
              label="Reset second factor"
              text={`${email} is signed out, signs in with the password alone, and is emailed. Only do this once you know that it's them who asked.`}
              confirm="Reset second factor"
              onConfirm={async (password) => {
                await factorCalls.resetSecondFactor.call({ id, password });
                toast('Second factor reset');
                setResets(false);
                await reload();
              }}
              onCancel={() => setResets(false)}
            />
          )}
        </section>
      </Stack>
    </Dialog>
  );
}

type Kept = { second_factor_since: string | null; passkeys: number };

function factorsIn({ second_factor_since: since, passkeys }: Kept): ReactNode[] {
  return [
    ...(since === null
      ? []
      : [
          <>
            One-time codes since <Time value={since} />
          </>,
        ]),
    ...(passkeys === 0 ? [] : [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`]),
  ];
}
