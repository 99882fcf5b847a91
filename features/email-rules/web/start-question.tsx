import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { inMinutes } from '../../../web/ui/dates.ts';
import { Dialog, DialogFooter } from '../../../web/ui/dialog/dialog.tsx';
import { Time } from '../../../web/ui/time.tsx';
import type { RulePreview } from '../contract.ts';
import { UNDO_MINUTES } from '../rules.ts';
import { RuleSentence } from './conditions/rule-sentence-text.tsx';

export type StartAnswer = 'start' | 'paused' | 'cancel';

type StartingRule = {
  name: string | undefined;
  rule: Parameters<typeof RuleSentence>[0]['rule'];
  preview: RulePreview;
};
type Asking = StartingRule & { answer: (answer: StartAnswer) => void };

/** Asks for confirmation before people are emailed; render `question` in the caller. */
export function useStartQuestion(): {
  ask: (asked: StartingRule) => Promise<StartAnswer>;
  asking: boolean;
  question: ReactNode;
} {
  const [asking, setAsking] = useState<Asking | null>(null);
  const ask = (asked: StartingRule) =>
    new Promise<StartAnswer>((resolve) => {
      setAsking({
        ...asked,
        answer: (answer) => {
          setAsking(null);
          resolve(answer);
        },
      });
    });
  return { ask, asking: asking !== null, question: asking && <StartQuestion {...asking} /> };
}

/** Focuses Cancel first, so that a stray Enter emails nobody. */
function StartQuestion({ name, rule, preview, answer }: Asking) {
  return (
    <Dialog small title={`Email ${peopleOf(preview)}`} name={name} onClose={() => answer('cancel')}>
      <Stack gap="xs">
        <Text size="sm">
          <RuleSentence rule={rule} />.
        </Text>
        <StartFacts preview={preview} />
      </Stack>
      <DialogFooter>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={() => answer('cancel')}>
            Cancel
          </Button>
          <Button variant="default" onClick={() => answer('paused')}>
            Save paused
          </Button>
          <Button onClick={() => answer('start')}>
            Save and start · {peopleOf(preview)}, {whenOf(preview)}
          </Button>
        </Group>
      </DialogFooter>
    </Dialog>
  );
}

export function StartFacts({ preview }: { preview: RulePreview }) {
  const { due_count, new_count, starts_at } = preview;
  const some = new_count !== due_count && new_count > 0;
  return (
    <>
      {due_count === 0 && (
        <Text size="sm">No one is due now. The rule emails people once they match its conditions.</Text>
      )}
      {some && (
        <Text size="sm">{new_count.toLocaleString('en-US')} of all it reaches were not reached before.</Text>
      )}
      <Text size="sm">
        The first emails go out at <Time value={starts_at} />. You can undo this within {UNDO_MINUTES}{' '}
        minutes.
      </Text>
    </>
  );
}

export function peopleOf({ due_count }: Pick<RulePreview, 'due_count'>): string {
  return `${due_count.toLocaleString('en-US')} ${due_count === 1 ? 'person' : 'people'}`;
}

function whenOf({ starts_at }: RulePreview): string {
  const isSoon = Date.parse(starts_at) - Date.now() < (UNDO_MINUTES + 1) * 60_000;
  return isSoon ? 'now' : inMinutes.format(new Date(starts_at));
}
