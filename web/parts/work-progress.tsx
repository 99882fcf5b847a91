import { Progress, Text } from '@mantine/core';

type WorkProgressProps = {
  label: string;
  /** Fraction done, from 0 to 1; null where unknown. */
  part: number | null;
  words: string;
};

export function WorkProgress({ label, part, words }: WorkProgressProps) {
  const percent = Math.floor(100 * (part ?? 0));
  return (
    <div style={{ width: '100%' }}>
      <Progress.Root size="md" transitionDuration={0}>
        <Progress.Section
          value={part === null ? 100 : percent}
          animated={part === null}
          withAria={false}
          role="progressbar"
          aria-label={label}
          aria-valuenow={part === null ? undefined : percent}
          aria-valuetext={words}
        />
      </Progress.Root>
      <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {words}
      </Text>
    </div>
  );
}
