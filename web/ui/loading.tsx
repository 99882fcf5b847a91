import { Center, Loader } from '@mantine/core';

export function Loading() {
  return (
    <Center mih="40dvh" role="status" aria-label="Loading">
      <Loader size="sm" type="dots" />
    </Center>
  );
}
