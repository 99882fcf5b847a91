import { Alert, Box, Button, FileButton, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { failureOf } from '../../ui/failure.ts';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { WorkProgress } from '../work-progress.tsx';
import classes from './file-drop.module.css';

type FileDropProps = {
  label: string;
  /** Accepted extension, with its dot, and the maximum of bytes. */
  accept: string;
  bytes: number;
  hint: string;
  /** Sends the file; `onProgress` receives the fraction sent, from 0 to 1. A failure is shown here. */
  onFile: (file: File, sending: { signal: AbortSignal; onProgress: (sent: number) => void }) => Promise<void>;
};

export function FileDrop({ label, accept, bytes, hint, onFile }: FileDropProps) {
  const [sending, setSending] = useState<{ name: string; sent: number; abort: AbortController } | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const forget = useRef<() => void>(null);
  const box = useRef<HTMLDivElement>(null);

  const take = async (file: File | null | undefined) => {
    // Else the same file could not be chosen a second time.
    forget.current?.();
    if (!file || sending) return;
    const refusal = whyNot(file, accept, bytes);
    setWrong(refusal);
    if (refusal) return;
    const abort = new AbortController();
    holdFocus(box.current);
    setSending({ name: file.name, sent: 0, abort });
    try {
      const onProgress = (sent: number) => setSending((now) => now && { ...now, sent });
      await onFile(file, { signal: abort.signal, onProgress });
    } catch (failure) {
      if (!abort.signal.aborted) setWrong(failureOf(failure).message);
    } finally {
      setSending(null);
    }
  };

  const drop = useFileDrop(take);

  return (
    <Box
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={label}
      className={classes.box}
      data-over={drop.over || undefined}
      {...drop.box}
    >
      {sending ? (
        <>
          <WorkProgress
            label={`Sending ${sending.name}`}
            part={sending.sent}
            words={sending.sent < 1 ? `Sending ${sending.name}…` : `Reading ${sending.name}…`}
          />
          <Button variant="default" size="xs" onClick={() => sending.abort.abort()}>
            Cancel
          </Button>
        </>
      ) : (
        <>
          <Group justify="center" gap="xs">
            <Text>Drop a {accept} here, or</Text>
            <FileButton accept={`${accept},text/csv`} resetRef={forget} onChange={(file) => void take(file)}>
              {(props) => <Button {...props}>Choose a file</Button>}
            </FileButton>
          </Group>
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        </>
      )}
      {wrong && (
        <Alert color="red" variant="outline" role="alert">
          {wrong}
        </Alert>
      )}
    </Box>
  );
}

/** Keeps the focus near while a progress bar replaces the button. */
function holdFocus(box: HTMLElement | null) {
  if (box?.contains(document.activeElement)) box.focus();
}

function whyNot(file: File, accept: string, bytes: number): string | null {
  if (!file.name.toLowerCase().endsWith(accept)) return `Only ${accept} files can be imported`;
  if (file.size === 0) return 'The file is empty';
  return file.size > bytes ? `The file is larger than ${bytes / 1024 / 1024} MB` : null;
}
