import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { focusOnMount } from '../../../../web/ui/focus/focus-on-mount.ts';
import type { Event } from '../../contract.ts';
import type { Draw } from '../contract.ts';
import classes from './draw.module.css';
import { DrawAttempts } from './draw-attempts.tsx';
import { HowToCheck } from './how-to-check.tsx';

type DrawResultProps = {
  event: Event;
  result: { user: string; ticket: string; attempt: number; proof: string };
  draws: readonly Draw[];
  onClose: () => void;
};

export function DrawResult({ event, result, draws, onClose }: DrawResultProps) {
  const { user, ticket, attempt, proof } = result;
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
          Ticket <span className={classes.code}>{ticket}</span>, draw {attempt + 1}
        </Text>
      </div>
      <DrawAttempts draws={draws} title="Draws" />
      <Text size="sm">
        The{' '}
        <Anchor href={proof} target="_blank" rel="noreferrer" inherit underline="always">
          proof of the draw
        </Anchor>{' '}
        is public: every ticket, the secret and each draw. Anyone can check it. <HowToCheck event={event} />
      </Text>
      <Group justify="flex-end">
        <Button variant="default" ref={focusOnMount} onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
