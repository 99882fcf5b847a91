import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Screen } from '../screen.ts';
import { Dialog, DialogFooter } from '../ui/dialog/dialog.tsx';
import classes from './keys-dialog.module.css';

const HERE = [
  { keys: ['/'], does: 'Go to the filters', needs: 'main search' },
  { keys: ['/'], does: 'Find a language', needs: 'main [data-finder]' },
  { keys: ['C'], does: 'Create', needs: 'main [data-create]' },
  { keys: ['A'], does: 'Arrange the order', needs: 'main [data-arrange]' },
  { keys: ['J'], does: 'Next row', needs: 'main [data-row][tabindex]' },
  { keys: ['K'], does: 'Previous row', needs: 'main [data-row][tabindex]' },
  { keys: ['X'], does: 'Select the row', needs: 'main input[data-tick]' },
  { keys: ['Shift', 'X'], does: 'Select up to the row', needs: 'main input[data-tick]' },
  { keys: ['Enter'], does: 'Open the row', needs: 'main [data-row][tabindex]' },
  { keys: ['E'], does: 'Edit', needs: 'main [data-verb="Edit"]' },
  { keys: ['P'], does: 'Pay the selected balances', needs: 'main [data-bulk-key="p"]' },
  {
    keys: ['Space'],
    does: 'Show details of the row',
    needs: 'main table[role="table"] tr[data-row][tabindex]',
  },
];

const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const EVERYWHERE: { keys: string[]; does: string; needs?: string }[] = [
  { keys: [onMac ? '⌘' : 'Ctrl', 'K'], does: 'Search' },
  { keys: [onMac ? '⌘' : 'Ctrl', 'Enter'], does: 'Save a form' },
  { keys: ['Esc'], does: 'Close a dialog' },
  { keys: ['S'], does: 'Switch program', needs: 'header [data-switcher]' },
  { keys: ['?'], does: 'Show these keys' },
];

type KeysDialogProps = { screens: readonly Screen[]; onClose: () => void };

export function KeysDialog({ screens, onClose }: KeysDialogProps) {
  const [everywhere] = useState(() =>
    EVERYWHERE.filter(({ needs }) => needs === undefined || document.querySelector(needs)),
  );
  const [here] = useState(() => [
    ...HERE.filter(({ needs }) => document.querySelector(needs)),
    ...actionsHere(),
  ]);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} size="xl">
      <div className={classes.columns}>
        <Keys title="On this screen" keys={here} />
        <Keys title="Everywhere" keys={everywhere} />
        <Keys
          title="Go to"
          keys={screens.map(({ title, menu }) => ({
            keys: ['G', ...(menu?.key.toUpperCase().split('') ?? [])],
            does: title,
          }))}
        />
      </div>
      <DialogFooter>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            Close
          </Button>
        </Group>
      </DialogFooter>
    </Dialog>
  );
}

const ROWS_KEYS = 'main [data-row] [data-key], main article > header [data-key]';

function actionsHere() {
  const byKey = new Map<string, string>();
  for (const { dataset } of document.querySelectorAll<HTMLElement>(ROWS_KEYS))
    byKey.set(dataset.key ?? '', `${dataset.verb}${dataset.goesOn ? ', go to the next row' : ''}`);
  return [...byKey].map(([key, does]) => ({ keys: [key.toUpperCase()], does }));
}

type KeysProps = { title: string; keys: readonly { keys: readonly string[]; does: string }[] };

function Keys({ title, keys }: KeysProps) {
  if (keys.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.keys}>
        {keys.map(({ keys: some, does }) => (
          <div key={does}>
            <dt>
              {some.map((key, place) => (
                <kbd key={place}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
