import { Alert, type AlertProps } from '@mantine/core';

/** Alert about held charges: yellow border, but text in its own colour, for contrast. */
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
