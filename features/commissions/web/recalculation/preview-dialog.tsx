import { Button, Group as Line, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Dialog, DialogFooter } from '../../../../web/ui/dialog/dialog.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import type { Preview } from '../../preview-schemas.ts';
import { aboutDelay } from '../../rules.ts';
import type { GroupCardState } from '../cards/use-group-card.ts';
import { MovedMoney } from './moved-money.tsx';

const ExplainDialog = lazy(() =>
  import('../explain/explain-dialog.tsx').then((m) => ({ default: m.ExplainDialog })),
);

type PreviewDialogProps = {
  title: string;
  card: Pick<GroupCardState, 'busy' | 'dirty' | 'closePreview' | 'saveAndUpdate'>;
  preview: Preview;
};

/** Preview of Save and update, before anything is sent. A failure closes it and is shown on the card. */
export function PreviewDialog({ title, card, preview }: PreviewDialogProps) {
  const [explained, setExplained] = useState(0);
  const busy = card.busy !== null;
  if (!card.dirty && preview.charges === 0)
    return (
      <Dialog size="xl" title="Save and update" name={title} onClose={card.closePreview}>
        <Text size="sm">
          Nothing to update: the rates are unchanged, and past transactions follow them already.
        </Text>
        <DialogFooter>
          <Line justify="flex-end">
            <Button variant="default" data-autofocus onClick={card.closePreview}>
              Close
            </Button>
          </Line>
        </DialogFooter>
      </Dialog>
    );
  return (
    <Dialog
      size="xl"
      title="Save and update"
      name={title}
      closeOnEscape={explained === 0}
      onClose={() => !busy && card.closePreview()}
    >
      <MovedMoney preview={preview} onExplain={setExplained} />
      <DialogFooter>
        <Text size="sm" c="dimmed">
          Saves now. Past transactions update in {aboutDelay(preview.delay)}; you can cancel until then.
        </Text>
        <Line justify="flex-end">
          <Button
            variant="default"
            data-autofocus
            {...unavailable(busy)}
            onClick={() => !busy && card.closePreview()}
          >
            Cancel
          </Button>
          <Button {...unavailable(busy)} aria-busy={busy} onClick={() => void card.saveAndUpdate()}>
            {busy ? 'Saving…' : 'Save and update'}
          </Button>
        </Line>
      </DialogFooter>
      <Suspense>{explained > 0 && <ExplainDialog id={explained} onClose={() => setExplained(0)} />}</Suspense>
    </Dialog>
  );
}
