import { Group, Paper, Text } from '@mantine/core';
import { figures } from './import-words.ts';

type ImportCountsProps = { counts: readonly (readonly [word: string, count: number])[]; label: string };

export function ImportCounts({ counts, label }: ImportCountsProps) {
  return (
    <Group component="dl" gap="sm" aria-label={label} m={0}>
      {counts.map(([word, count]) => (
        <Paper key={word} withBorder px="md" py="xs" miw="7rem">
          <Text component="dt" size="sm" c="dimmed">
            {word}
          </Text>
          <Text component="dd" fw={600} size="lg" m={0} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {figures(count)}
          </Text>
        </Paper>
      ))}
    </Group>
  );
}
