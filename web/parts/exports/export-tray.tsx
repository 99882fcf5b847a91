import { ActionIcon, Button, Indicator, Popover, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { dropExport, type ExportEntry, useExports } from './export-list.ts';
import { ExportProgress } from './export-progress.tsx';
import classes from './export-tray.module.css';

/** Exports that no dialog shows, in the frame of every screen: progress, then the file. */
export function ExportTray() {
  const entries = useExports().filter(({ inFront }) => !inFront);
  if (entries.length === 0) return null;
  const running = entries.filter(({ state }) => state === 'running').length;
  return (
    <Popover
      position="bottom-end"
      width={300}
      withinPortal={false}
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Indicator inline size={8} offset={6} color={running > 0 ? 'petrol' : 'green'} processing={running > 0}>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Exports: ${summary(running, entries)}`}
          >
            <IconDownload size={20} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p="sm" aria-label="Exports">
        <ul className={classes.list}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Text size="sm" fw={600} className={classes.title}>
                {entry.title}
              </Text>
              <ExportProgress entry={entry} />
              <Ends entry={entry} />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

function Ends({ entry: { id, title, state, href, cancel } }: { entry: ExportEntry }) {
  if (state === 'running')
    return (
      <Button size="compact-sm" variant="default" aria-label={`Cancel: ${title}`} onClick={cancel}>
        Cancel
      </Button>
    );
  return (
    <div className={classes.ends}>
      {href && (
        <Button
          size="compact-sm"
          component="a"
          href={href}
          download
          aria-label={`Download: ${title}`}
          onClick={() => dropExport(id)}
        >
          Download
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Dismiss: ${title}`}
        onClick={() => dropExport(id)}
      >
        Dismiss
      </Button>
    </div>
  );
}

function summary(running: number, entries: readonly ExportEntry[]): string {
  const ready = entries.filter(({ state }) => state === 'ready').length;
  const failed = entries.length - running - ready;
  const parts = [
    [running, 'running'],
    [ready, 'ready'],
    [failed, 'failed'],
  ] as const;
  return parts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ');
}
