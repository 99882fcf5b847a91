import { Center, Loader } from '@mantine/core';

/** What stands in for a screen whose code is on its way. */
export function Loading() {
  return (
    <Center mih="40dvh" role="status" aria-label="Loading">
      <Loader size="sm" type="dots" />
    </Center>
  );
}
