import { Center, Loader } from '@mantine/core';

export function Loading({ height = '40dvh' }: { height?: string | number }) {
  return (
    <Center mih={height} role="status" aria-label="Loading">
      <Loader size="sm" type="dots" />
    </Center>
  );
}
