import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSignedInUser } from '../../../../web/session.tsx';
import { FormDialog } from '../../../../web/ui/dialog/form-dialog.tsx';
import { NewPasswordField } from '../../../../web/ui/form/new-password-field.tsx';
import { PasswordField } from '../../../../web/ui/form/password-field.tsx';
import { useSchemaForm } from '../../../../web/ui/form/schema-form.ts';
import { toast } from '../../../../web/ui/toasts.tsx';
import { reload as reloadSessions } from '../../sessions/web/calls.ts';
import { ownPasswordChange } from '../../sign-in-schemas.ts';
import { calls } from './calls.ts';

/** Changes the password of whoever is signed in; nothing for those who sign in at a provider (specification: Accounts). */
export function OwnPassword() {
  const { has_password } = useSignedInUser();
  const [changes, setChanges] = useState(false);
  if (has_password !== 1) return <Text size="sm">You sign in by single sign-on, without a password.</Text>;
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setChanges(true)}>
        Change password…
      </Button>
      {changes && <ChangePassword onClose={() => setChanges(false)} />}
    </>
  );
}

function ChangePassword({ onClose }: { onClose: () => void }) {
  const { email } = useSignedInUser();
  const form = useSchemaForm({
    schema: ownPasswordChange,
    initialValues: { current_password: '', password: '' },
    bodyOf: ({ current_password, password }) => ({ current_password, password }),
    missing: { password: 'Enter a new password' },
    checks: ({ current_password }) =>
      current_password ? {} : { current_password: 'Enter your current password' },
  });
  const save = async (values: typeof form.values) => {
    await calls.changeOwnPassword.call(form.bodyOf(values));
    await reloadSessions();
    toast('Password changed');
  };
  return (
    <FormDialog
      title="Change password"
      form={form}
      onSave={save}
      failures="inline"
      words={(field) => ({ label: WORDS[field as keyof typeof WORDS], show: () => '' })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={WORDS.current_password}
          autoComplete="current-password"
          {...form.text('current_password')}
          required
        />
        <NewPasswordField
          label={WORDS.password}
          about={email}
          description="Signs you out everywhere else"
          {...form.text('password')}
          required
        />
      </Stack>
    </FormDialog>
  );
}

const WORDS = { current_password: 'Current password', password: 'New password' };
