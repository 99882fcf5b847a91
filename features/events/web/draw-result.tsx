import { Anchor, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { focusOnMount } from '../../../web/ui/focus-on-mount.ts';
import type { Event } from '../contract.ts';
import classes from './draw.module.css';

type DrawResultProps = {
  event: Event;
  result: { user: string; ticket: string; attempt: number; proof: string };
  onClose: () => void;
};

/** Who won, and how anybody checks it. */
export function DrawResult({ event, result, onClose }: DrawResultProps) {
  const { user, ticket, attempt, proof } = result;
  const command = `node cli/verify-draw.mjs ${new URL(proof, window.location.origin).href}`;
  return (
    <Stack gap="md">
      <div className={classes.winner}>
        <Text size="xs" c="dimmed">
          Winner of {event.name}
        </Text>
        <Text size="lg" fw={600} className={classes.name}>
          {user}
        </Text>
        <Text size="sm">
          Ticket <span className={classes.code}>{ticket}</span>, attempt {attempt + 1}
        </Text>
      </div>
      <div>
        <Text size="sm">
          The draw can be checked by anybody: the{' '}
          <Anchor href={proof} target="_blank" rel="noreferrer" inherit>
            proof of the draw
          </Anchor>{' '}
          is public from now on, and this command recalculates it:
        </Text>
        <div className={classes.command}>
          <Code block style={{ flex: 1, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {command}
          </Code>
          <CopyButton value={command}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" style={{ flex: 'none' }} onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </div>
      </div>
      <Group justify="flex-end">
        <Button ref={focusOnMount} onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
