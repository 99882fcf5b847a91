import { Center, Loader } from '@mantine/core';

/** Placeholder of a screen while its code loads. */
export function Loading() {
  return (
    <Center mih="40dvh" role="status" aria-label="Loading">
      <Loader size="sm" type="dots" />
    </Center>
  );
}
