import { Anchor, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { focusOnMount } from '../../../web/ui/focus-on-mount.ts';
import type { Event } from '../contract.ts';
import type { Draw } from '../draws-contract.ts';
import classes from './draw.module.css';
import { DrawAttempts } from './draw-attempts.tsx';

type DrawResultProps = {
  event: Event;
  result: { user: string; ticket: string; attempt: number; proof: string };
  draws: readonly Draw[];
  onClose: () => void;
};

export function DrawResult({ event, result, draws, onClose }: DrawResultProps) {
  const { user, ticket, attempt, proof } = result;
  const url = new URL(proof, window.location.origin).href;
  const command = `node cli/verify-draw.mjs ${url} --commitment ${event.commitment}`;
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
      <DrawAttempts draws={draws} title="Attempts" />
      <section aria-label="How to check it">
        <Text size="sm" fw={600}>
          How to check it
        </Text>
        <Text size="sm">
          The{' '}
          <Anchor href={proof} target="_blank" rel="noreferrer" inherit underline="always">
            proof of the draw
          </Anchor>{' '}
          is public: every ticket, the secret, each attempt. This command recalculates it on any computer with
          Node, against the commitment that was shown before the draw:
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
      </section>
      <Group justify="flex-end">
        <Button variant="default" ref={focusOnMount} onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
