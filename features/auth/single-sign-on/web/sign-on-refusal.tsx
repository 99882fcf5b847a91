import { Alert } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { refusalWords } from '../rules.ts';

export function SignOnRefusal() {
  const { refused } = useSearch({ strict: false }) as { refused?: string };
  const words = refusalWords(refused, addressInHash());
  return (
    words && (
      <Alert color="red" variant="outline" role="alert">
        {words}
      </Alert>
    )
  );
}

/** Reads whose sign-in was refused behind the #, which no server is told. */
function addressInHash(): string {
  try {
    return decodeURIComponent(window.location.hash.slice(1));
  } catch {
    return '';
  }
}
