import { Alert, Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, Navigate, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { apiOf } from '../../../web/api.ts';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { useOnce } from '../../../web/ui/use-once.ts';
import { authContract } from '../contract.ts';
import { passwordFault } from './sign-in-checks.ts';

const api = apiOf({ auth: authContract });

/**
 * Sets a password with the token of a recovery mail (specification: Sign-in). The token stands behind
 * the #, which no browser sends along, and leaves the address bar at once; one in the path is moved there.
 */
export function SetNewPasswordScreen() {
  const { token } = useParams({ strict: false }) as { token?: string };
  return token ? <Navigate to={PATH} hash={token} replace /> : <SetNewPasswordForm />;
}

const PATH = '/set-new-password';

function SetNewPasswordForm() {
  const { hash } = useLocation();
  const [token, setToken] = useState(hash);
  const navigate = useNavigate();
  if (hash !== '' && hash !== token) setToken(hash);
  useEffect(() => {
    if (hash !== '') void navigate({ to: PATH, replace: true });
  }, [hash, navigate]);
  const [failed, setFailed] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', again: '' },
    validate: {
      password: passwordFault,
      again: (again, { password }) =>
        passwordFault(again) ?? (again === password ? null : "Password doesn't match"),
    },
  });
  const { busy, once } = useOnce();

  const submit = form.onSubmit(({ password }) =>
    once(async () => {
      setFailed(false);
      await api.auth.changePassword.call({ token, password });
      await navigate({ to: '/login', replace: true });
    }).catch(() => setFailed(true)),
  );

  const field = (name: 'password' | 'again', label: string) => (
    <PasswordInput
      label={label}
      name={name}
      autoComplete="new-password"
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': `Show: ${label}`, tabIndex: 0 }}
      key={form.key(name)}
      {...form.getInputProps(name)}
    />
  );
  if (token === '') {
    return (
      <Stack gap="sm">
        <PageHeading title="Set new password" />
        <Text size="sm">
          Open the link from the mail again: this page has to be told whose password it sets.
        </Text>
        <Anchor component={Link} to="/forgot-password" size="sm">
          Ask for a new link
        </Anchor>
      </Stack>
    );
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <PageHeading title="Set new password" />
        {field('password', 'Password')}
        {field('again', 'Confirm password')}
        {failed && (
          <Alert color="red" variant="outline" role="alert">
            Error! Try again.
          </Alert>
        )}
        <Button type="submit" fullWidth mt="xs" disabled={busy} aria-busy={busy}>
          {busy ? 'Saving…' : 'Set New Password'}
        </Button>
        <Anchor component={Link} to="/forgot-password" size="sm">
          Ask for a new link
        </Anchor>
      </Stack>
    </form>
  );
}
