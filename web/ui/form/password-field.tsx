import { PasswordInput, type PasswordInputProps } from '@mantine/core';

export type PasswordFieldProps = Omit<PasswordInputProps, 'label'> & { label: string };

/** A password that can be shown; its errors are read out too. */
export function PasswordField({ label, ...input }: PasswordFieldProps) {
  return (
    <PasswordInput
      label={label}
      visibilityToggleButtonProps={{ 'aria-label': `Show: ${label}`, tabIndex: 0 }}
      aria-invalid={Boolean(input.error) || undefined}
      {...input}
    />
  );
}
