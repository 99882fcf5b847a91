import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSignedInUser } from '../../../../web/session.tsx';
import { OwnEscape } from '../../../../web/ui/dialog/own-escape.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { focusOnMount } from '../../../../web/ui/focus/focus-on-mount.ts';
import { PasswordField } from '../../../../web/ui/form/password-field.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';

type PasswordQuestionProps = {
  label: string;
  text: string;
  confirm: string;
  /** Without a password for an account that has none: the provider is asked where that is due. */
  onConfirm: (password: string | undefined) => Promise<void>;
  onCancel: () => void;
};

export function PasswordQuestion({ label, text, confirm, onConfirm, onCancel }: PasswordQuestionProps) {
  const { email, has_password } = useSignedInUser();
  const hasPassword = has_password === 1;
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<{ field?: string; whole?: string }>({});
  const { busy, once } = useOnce();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hasPassword && password === '') return setFault({ field: 'Enter your password' });
    return void once(
      async () => {
        await onConfirm(hasPassword ? password : undefined);
      },
      (error) => {
        const { status, message } = failureOf(error);
        setFault(status === 400 ? { field: message } : { whole: message });
      },
    );
  };
  return (
    <OwnEscape label={label} onEscape={() => !busy && onCancel()}>
      <form noValidate onSubmit={submit}>
        <Stack gap="xs">
          <Text size="sm">{text}</Text>
          {hasPassword && <input type="email" autoComplete="username" value={email} readOnly hidden />}
          {hasPassword && (
            <PasswordField
              ref={focusOnMount}
              label="Your password"
              name="password"
              autoComplete="current-password"
              maw={320}
              value={password}
              error={fault.field}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
          {fault.whole && (
            <Alert color="red" variant="outline" role="alert" p="xs">
              {fault.whole}
            </Alert>
          )}
          <Group gap="xs">
            <Button
              ref={hasPassword ? undefined : focusOnMount}
              type="submit"
              size="sm"
              {...unavailable(busy)}
            >
              {busy ? 'Working…' : confirm}
            </Button>
            <Button size="sm" variant="default" onClick={onCancel}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </OwnEscape>
  );
}
