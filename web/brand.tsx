import { Group, Text } from '@mantine/core';

export function Brand() {
  return (
    <Group gap={8} wrap="nowrap">
      <img src="/icon.svg" alt="" width={24} height={24} />
      <Text fw={650} size="md" lts="-0.01em">
        Provost
      </Text>
    </Group>
  );
}
