import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { signIn } from '../../../web/session.tsx';
import { type Failure, failureOf } from '../../../web/ui/failure.ts';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { useOnce } from '../../../web/ui/use-once.ts';
import { emailFault, passwordFault } from './sign-in-checks.ts';

/** Sign-in; leads to where the person wanted to be (specification: Sign-in). */
export function LoginScreen() {
  const navigate = useNavigate();
  const { to } = useSearch({ strict: false }) as { to?: string };
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: emailFault, password: passwordFault },
  });
  const { busy, once } = useOnce();

  const submit = form.onSubmit((credentials) =>
    once(async () => {
      setFailure(null);
      await signIn({ ...credentials, email: credentials.email.trim() });
      await navigate({ href: placeOf(to), replace: true });
    }).catch((error: unknown) => setFailure(failureOf(error))),
  );

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <PageHeading title="Sign in" />
        <TextInput
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {failure && (
          <Alert color="red" variant="outline" role="alert">
            {messageOf(failure)}
          </Alert>
        )}
        <Button type="submit" fullWidth mt="xs" disabled={busy} aria-busy={busy}>
          {busy ? 'Signing in…' : 'Get Started'}
        </Button>
        <Anchor component={Link} to="/forgot-password" size="sm">
          Forgot password
        </Anchor>
      </Stack>
    </form>
  );
}

/** An address of this site alone, whatever a link to the sign-in asks for. */
function placeOf(to: string | undefined): string {
  if (!to?.startsWith('/')) return '/';
  const url = new URL(to, window.location.origin);
  return url.origin === window.location.origin ? url.pathname + url.search + url.hash : '/';
}

function messageOf({ status, message, retry_after }: Failure): string {
  if (status === 429) return `Too many tries. Try again ${waitOf(retry_after)}.`;
  if (status === 400 || status === 401) return 'The e-mail or the password is wrong.';
  return message;
}

function waitOf(seconds: number | null): string {
  if (seconds === null) return 'later';
  if (seconds < 90) return `in ${Math.ceil(seconds)} seconds`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}
