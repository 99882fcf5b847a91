import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { apiOf } from '../../../web/api.ts';
import { Failure, failureOf } from '../../../web/ui/failure.ts';
import { focusOnMount } from '../../../web/ui/focus/focus-on-mount.ts';
import { useSchemaForm } from '../../../web/ui/form/schema-form.ts';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { useOnce } from '../../../web/ui/use-once.ts';
import { authContract } from '../contract.ts';
import { recovery } from '../sign-in-schemas.ts';

const api = apiOf({ auth: authContract });

export function ForgotPasswordScreen() {
  const [outcome, setOutcome] = useState<'sent' | Failure | null>(null);
  const form = useSchemaForm({
    schema: recovery,
    initialValues: { email: '' },
    missing: { email: 'Enter your email address' },
  });
  const { busy, once } = useOnce();

  const submit = form.onSubmit(({ email }) =>
    once(async () => {
      setOutcome(null);
      await api.auth.recoverPassword.call({ email: email.trim() });
      setOutcome('sent');
    }).catch((error: unknown) => setOutcome(failureOf(error))),
  );

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <PageHeading title="Forgot password" />
        <Text size="sm" c="dimmed">
          We'll email you a link to set a new password. The link works once, for one hour.
        </Text>
        <TextInput
          ref={focusOnMount}
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          {...form.text('email')}
          withAsterisk={false}
        />
        <div role="status">
          {outcome === 'sent' && (
            <Alert color="green" variant="outline">
              Check your email for further instructions
            </Alert>
          )}
          {outcome instanceof Failure && (
            <Text size="sm" c="red">
              {outcome.status === 403 ? outcome.message : 'Not sent'}
            </Text>
          )}
        </div>
        <Button type="submit" fullWidth {...unavailable(busy)} aria-busy={busy}>
          {busy ? 'Sending…' : 'Recover'}
        </Button>
        <Anchor component={Link} to="/login" size="sm">
          Back to sign in
        </Anchor>
      </Stack>
    </form>
  );
}
