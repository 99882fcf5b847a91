import { Text } from '@mantine/core';
import { useSwitchedProgram } from './use-program.ts';

/** Says of what cannot be of one program that it is of all, while the switcher names one. */
export function EveryProgram({ children }: { children: string }) {
  if (useSwitchedProgram() === 0) return null;
  return (
    <Text size="sm" c="dimmed" role="note" mb="xs">
      {children}
    </Text>
  );
}
