import { Alert, type AlertProps } from '@mantine/core';

/** What is held, or would be: edged in yellow, in the colour of text, which yellow is too pale for. */
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
