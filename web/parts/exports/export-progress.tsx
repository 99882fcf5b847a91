import { Progress, Text } from '@mantine/core';
import type { ExportEntry } from './export-list.ts';

export function ExportProgress({ entry: { title, state, count, total } }: { entry: ExportEntry }) {
  const words =
    state === 'failed'
      ? 'Download error. Try again later'
      : state === 'ready'
        ? rows(count)
        : total === null
          ? 'Counting the rows…'
          : `${inFigures(count)} of ${rows(total)}`;
  const percent = total ? Math.floor((100 * count) / total) : 0;
  return (
    <>
      {state === 'running' && (
        <Progress.Root size="md" transitionDuration={0}>
          <Progress.Section
            value={percent}
            withAria={false}
            role="progressbar"
            aria-label={title}
            aria-valuenow={percent}
            aria-valuetext={words}
          />
        </Progress.Root>
      )}
      <Text size="sm" c={state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
        {words}
      </Text>
    </>
  );
}

function rows(count: number): string {
  return `${inFigures(count)} ${count === 1 ? 'row' : 'rows'}`;
}

function inFigures(count: number): string {
  return count.toLocaleString('en-US');
}
