import { Alert, Button, Divider, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { authContract } from '../../features/auth/contract.ts';
import { apiOf } from '../api.ts';
import { ownPasskeysQuery, stepUpByPasskey } from '../passkeys/sign-in.ts';
import { useSignedInUser } from '../session.tsx';
import { signOnOptions } from '../sign-on.ts';
import { Dialog, DialogFooter } from '../ui/dialog/dialog.tsx';
import { OwnEscape } from '../ui/dialog/own-escape.tsx';
import { failureOf } from '../ui/failure.ts';
import { PasswordField } from '../ui/form/password-field.tsx';
import { unavailable } from '../ui/unavailable.ts';
import { useOnce } from '../ui/use-once.ts';
import { ConfirmAtProvider } from './confirm-at-provider.tsx';

const api = apiOf({ auth: authContract });

type StepUpDialogProps = { onProven: () => void; onClose: () => void };

/** Asks for the password or a passkey, or at the provider; what was begun goes on once it is proven, and nothing of it is lost where it is not. */
export function StepUpDialog({ onProven, onClose }: StepUpDialogProps) {
  const { email, has_password } = useSignedInUser();
  if (has_password === 0)
    return (
      <Dialog small title="Confirm that it's you" onClose={onClose}>
        <Stack gap="sm">
          <Text size="sm">
            You confirmed that it's you more than 10 minutes ago. Confirm it again to go on.
          </Text>
          <ConfirmAtProvider onProven={onProven} onSignedOut={onClose} />
        </Stack>
        <DialogFooter>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </Group>
        </DialogFooter>
      </Dialog>
    );
  return <PasswordDialog email={email} onProven={onProven} onClose={onClose} />;
}

function PasswordDialog({ email, onProven, onClose }: StepUpDialogProps & { email: string }) {
  const { data: signOn } = useQuery(signOnOptions());
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<{ field?: string; whole?: string }>({});
  const { busy, once } = useOnce();
  const { data: passkeys = 0 } = useQuery(ownPasskeysQuery);
  const prove = (by: () => Promise<unknown>, atField: boolean) =>
    void once(
      async () => {
        setFault({});
        await by();
        onProven();
      },
      (error) => {
        const { status, message } = failureOf(error);
        // Signed out meanwhile: the sign-in is shown.
        if (status === 401) return onClose();
        setFault(status === 400 && atField ? { field: message } : { whole: message });
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') return setFault({ field: 'Enter your password' });
    return prove(() => api.auth.stepUp.call({ password }), true);
  };
  return (
    <Dialog small title="Confirm that it's you" onClose={() => !busy && onClose()}>
      <OwnEscape onEscape={() => !busy && onClose()}>
        <form noValidate onSubmit={submit}>
          <Stack gap="sm">
            <Text size="sm">
              {passkeys > 0
                ? 'You last confirmed who you are more than 10 minutes ago. Enter your password or use a passkey to go on.'
                : 'You confirmed your password more than 10 minutes ago. Enter it again to go on.'}
            </Text>
            <input type="email" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              data-autofocus
              label="Your password"
              name="password"
              autoComplete="current-password"
              value={password}
              error={fault.field}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            {passkeys > 0 && (
              <Button
                variant="default"
                leftSection={<IconKey size={16} aria-hidden />}
                {...unavailable(busy)}
                onClick={() => prove(stepUpByPasskey, false)}
              >
                Use a passkey
              </Button>
            )}
            {fault.whole && (
              <Alert color="red" variant="outline" role="alert" p="xs">
                {fault.whole}
              </Alert>
            )}
            {signOn?.offered === 1 && (
              <>
                <Divider label="or" />
                <ConfirmAtProvider variant="default" onProven={onProven} onSignedOut={onClose} />
              </>
            )}
          </Stack>
          <DialogFooter>
            <Group justify="flex-end">
              <Button variant="default" {...unavailable(busy)} onClick={() => !busy && onClose()}>
                Cancel
              </Button>
              <Button type="submit" {...unavailable(busy)}>
                {busy ? 'Confirming…' : 'Confirm'}
              </Button>
            </Group>
          </DialogFooter>
        </form>
      </OwnEscape>
    </Dialog>
  );
}
