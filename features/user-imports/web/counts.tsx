import { Group, Paper, Text } from '@mantine/core';
import type { UserImport } from '../contract.ts';
import { figures, OUTCOME_WORDS } from './import-words.ts';

export function Counts({ found, label }: { found: UserImport; label: string }) {
  const { import_class_enrol, enrolled } = found;
  const counts = [
    ...(['created', 'updated', 'unchanged', 'rejected'] as const).map(
      (name) => [OUTCOME_WORDS[name], found[name]] as const,
    ),
    ...(import_class_enrol ? [['Enrolments', enrolled] as const] : []),
  ];
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
