import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useLinkToken } from '../../../../web/parts/use-link-token.ts';
import { beginSession } from '../../../../web/session.tsx';
import { type Failure, failureOf, fieldErrorsOf } from '../../../../web/ui/failure.ts';
import { focusOnMount } from '../../../../web/ui/focus/focus-on-mount.ts';
import { NewPasswordField } from '../../../../web/ui/form/new-password-field.tsx';
import { PasswordField } from '../../../../web/ui/form/password-field.tsx';
import { useSchemaForm } from '../../../../web/ui/form/schema-form.ts';
import { PageHeading } from '../../../../web/ui/page-heading.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';
import { newPassword } from '../../../auth/sign-in-schemas.ts';
import { calls } from './calls.ts';

const PATH = '/accept-invitation';
const TITLE = 'Join Provost';

/** Chooses the first password by the token behind the #, which leaves the address bar at once, and signs in. */
export function AcceptInvitationScreen() {
  const token = useLinkToken(PATH);
  const { data, error, isFetching, refetch } = useQuery(
    calls.openInvitation.queryOptions({ input: { token }, enabled: token !== '', retry: false, gcTime: 0 }),
  );

  if (token === '') return <DeadEnd>This link is incomplete. Open it again from the email.</DeadEnd>;
  if (data) return <ChooseForm key={token} token={token} {...data} />;
  if (error && !isFetching) {
    const failure = failureOf(error);
    if (failure.status === 400) return <DeadEnd>{ENDED}</DeadEnd>;
    return (
      <Stack gap="sm">
        <PageHeading title={TITLE} />
        <LoadError error={error} onRetry={() => void refetch()} />
      </Stack>
    );
  }
  return (
    <Stack gap="sm" aria-busy>
      <PageHeading title={TITLE} />
      <Text size="sm" role="status">
        Checking your invitation…
      </Text>
    </Stack>
  );
}

const ENDED = 'This invitation was used or has ended. Ask your administrator for a new one.';

function DeadEnd({ children }: { children: string }) {
  return (
    <Stack gap="sm">
      <PageHeading title={TITLE} />
      <Text size="sm">{children}</Text>
      <Anchor component={Link} to="/login" size="sm">
        Go to sign in
      </Anchor>
    </Stack>
  );
}

type ChooseFormProps = { token: string; email: string; invited_by: string | null };

function ChooseForm({ token, email, invited_by }: ChooseFormProps) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useSchemaForm({
    schema: newPassword,
    initialValues: { password: '', again: '' },
    bodyOf: ({ password }) => ({ token, password }),
    missing: { password: 'Enter a password' },
    checks: ({ password, again }) => {
      if (again === '') return { again: 'Enter the password again' };
      return again === password ? {} : { again: "Password doesn't match" };
    },
  });
  const { busy, once } = useOnce();

  const submit = form.onSubmit((values) =>
    once(async () => {
      setFailure(null);
      beginSession(await calls.acceptInvitation.call(form.bodyOf(values)));
      await navigate({ href: '/', replace: true });
    }).catch((error: unknown) => {
      const refused = failureOf(error);
      setFailure(form.showRefused(fieldErrorsOf(refused)) ? null : refused);
    }),
  );

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <PageHeading title={TITLE} />
        <Text size="sm" c="dimmed">
          {invited_by ?? 'An administrator'} invited you. Choose a password to sign in.
        </Text>
        <TextInput label="Email" type="email" autoComplete="username" value={email} readOnly />
        <NewPasswordField
          ref={focusOnMount}
          label="Password"
          name="password"
          about={email}
          {...form.text('password')}
          withAsterisk={false}
        />
        <PasswordField
          label="Confirm password"
          name="again"
          autoComplete="new-password"
          {...form.text('again')}
          required
          withAsterisk={false}
        />
        {failure && (
          <Alert color="red" variant="outline" role="alert">
            {failure.message}
          </Alert>
        )}
        <Button type="submit" fullWidth mt="xs" {...unavailable(busy)} aria-busy={busy}>
          {busy ? 'Signing in…' : 'Set password and sign in'}
        </Button>
      </Stack>
    </form>
  );
}
