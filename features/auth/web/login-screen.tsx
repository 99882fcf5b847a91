import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { signIn } from '../../../web/session.tsx';
import { type Failure, failureOf } from '../../../web/ui/failure.ts';
import { focusOnMount } from '../../../web/ui/focus/focus-on-mount.ts';
import { PasswordField } from '../../../web/ui/form/password-field.tsx';
import { useSchemaForm } from '../../../web/ui/form/schema-form.ts';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { useOnce } from '../../../web/ui/use-once.ts';
import { credentials } from '../sign-in-schemas.ts';

/** Sign-in; leads to where the person wanted to be (specification: Sign-in). */
export function LoginScreen() {
  const navigate = useNavigate();
  const { to } = useSearch({ strict: false }) as { to?: string };
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useSchemaForm({
    schema: credentials,
    initialValues: { email: '', password: '' },
    missing: { email: 'Enter your email address', password: 'Enter your password' },
  });
  const { busy, once } = useOnce();

  const submit = form.onSubmit((values) =>
    once(async () => {
      setFailure(null);
      await signIn({ ...values, email: values.email.trim() });
      await navigate({ href: placeOf(to), replace: true });
    }).catch((error: unknown) => setFailure(failureOf(error))),
  );

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <PageHeading title="Sign in" />
        <TextInput
          ref={focusOnMount}
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          {...form.text('email')}
          withAsterisk={false}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          {...form.text('password')}
          withAsterisk={false}
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

/** Returns an address of this site only: links elsewhere are refused. */
function placeOf(to: string | undefined): string {
  if (!to?.startsWith('/')) return '/';
  const url = new URL(to, window.location.origin);
  return url.origin === window.location.origin ? url.pathname + url.search + url.hash : '/';
}

function messageOf({ status, message, retry_after }: Failure): string {
  if (status === 429) return `Too many attempts. Try again ${waitOf(retry_after)}.`;
  if (status === 400 || status === 401) return 'The email or the password is wrong.';
  return message;
}

function waitOf(seconds: number | null): string {
  if (seconds === null) return 'later';
  if (seconds < 90) return `in ${Math.ceil(seconds)} seconds`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}
