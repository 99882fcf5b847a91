import { PasswordInput, type PasswordInputProps } from '@mantine/core';

type PasswordFieldProps = Omit<PasswordInputProps, 'label'> & { label: string };

/** A password, which can be looked at; what is wrong with it is told to a screen reader as well. */
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
