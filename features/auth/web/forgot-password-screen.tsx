import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { apiOf } from '../../../web/api.ts';
import { focusOnMount } from '../../../web/ui/focus/focus-on-mount.ts';
import { useSchemaForm } from '../../../web/ui/form/schema-form.ts';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { useOnce } from '../../../web/ui/use-once.ts';
import { authContract } from '../contract.ts';
import { recovery } from '../sign-in-schemas.ts';

const api = apiOf({ auth: authContract });

/** Asks for the mail that sets a new password (specification: Sign-in). */
export function ForgotPasswordScreen() {
  const [outcome, setOutcome] = useState<'sent' | 'failed' | null>(null);
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
    }).catch(() => setOutcome('failed')),
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
          {outcome === 'failed' && (
            <Text size="sm" c="red">
              Not sent
            </Text>
          )}
        </div>
        <Button type="submit" fullWidth disabled={busy} aria-busy={busy}>
          {busy ? 'Sending…' : 'Recover'}
        </Button>
        <Anchor component={Link} to="/login" size="sm">
          Back to sign in
        </Anchor>
      </Stack>
    </form>
  );
}
