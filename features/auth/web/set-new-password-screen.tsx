import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { apiOf } from '../../../web/api.ts';
import { useLinkToken } from '../../../web/parts/use-link-token.ts';
import { failureOf, fieldErrorsOf } from '../../../web/ui/failure.ts';
import { focusOnMount } from '../../../web/ui/focus/focus-on-mount.ts';
import { NewPasswordField } from '../../../web/ui/form/new-password-field.tsx';
import { PasswordField } from '../../../web/ui/form/password-field.tsx';
import { useSchemaForm } from '../../../web/ui/form/schema-form.ts';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { useOnce } from '../../../web/ui/use-once.ts';
import { authContract } from '../contract.ts';
import { newPassword } from '../sign-in-schemas.ts';

const api = apiOf({ auth: authContract });

/** Sets a password with the token behind the #, which leaves the address bar at once (specification: Sign-in). */
export function SetNewPasswordScreen() {
  const { token } = useParams({ strict: false }) as { token?: string };
  return token ? <Navigate to={PATH} hash={token} replace /> : <SetNewPasswordForm />;
}

const PATH = '/set-new-password';

function SetNewPasswordForm() {
  const token = useLinkToken(PATH);
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  const form = useSchemaForm({
    schema: newPassword,
    initialValues: { password: '', again: '' },
    bodyOf: ({ password }) => ({ token, password }),
    missing: { password: 'Enter your password' },
    checks: ({ password, again }) => {
      if (again === '') return { again: 'Enter your password' };
      return again === password ? {} : { again: "Password doesn't match" };
    },
  });
  const { busy, once } = useOnce();

  const submit = form.onSubmit((values) =>
    once(async () => {
      setFailed(false);
      await api.auth.changePassword.call(form.bodyOf(values));
      await navigate({ to: '/login', replace: true });
    }).catch((error: unknown) => setFailed(!form.showRefused(fieldErrorsOf(failureOf(error))))),
  );

  const field = (name: 'password' | 'again') => ({
    name,
    ...form.text(name),
    required: true,
    withAsterisk: false,
  });
  if (token === '') {
    return (
      <Stack gap="sm">
        <PageHeading title="Set new password" />
        <Text size="sm">This link is incomplete. Open it again from the email.</Text>
        <Anchor component={Link} to="/forgot-password" size="sm">
          Request a new link
        </Anchor>
      </Stack>
    );
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <PageHeading title="Set new password" />
        <NewPasswordField ref={focusOnMount} {...field('password')} label="Password" />
        <PasswordField autoComplete="new-password" {...field('again')} label="Confirm password" />
        {failed && (
          <Alert color="red" variant="outline" role="alert">
            Error! Try again.
          </Alert>
        )}
        <Button type="submit" fullWidth mt="xs" {...unavailable(busy)} aria-busy={busy}>
          {busy ? 'Saving…' : 'Set New Password'}
        </Button>
        <Anchor component={Link} to="/forgot-password" size="sm">
          Request a new link
        </Anchor>
      </Stack>
    </form>
  );
}
