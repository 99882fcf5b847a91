import { Alert, type AlertProps } from '@mantine/core';

export function HeldAlert(props: Omit<AlertProps, 'color' | 'variant'>) {
  return (
    <Alert
      color="yellow"
      variant="outline"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      {...props}
    />
  );
}
