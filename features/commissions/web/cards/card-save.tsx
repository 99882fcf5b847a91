import { Alert, Button, Text } from '@mantine/core';
import { type KeyboardEvent, lazy, type ReactNode, Suspense } from 'react';
import { isSaveEnter } from '../../../../web/ui/chooser/enter-guard.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import classes from './group-card.module.css';
import type { GroupCardState } from './use-group-card.ts';

const ConflictOfGroup = lazy(() =>
  import('./conflict-of-group.tsx').then((m) => ({ default: m.ConflictOfGroup })),
);

export function CardNotes({ card }: { card: GroupCardState }) {
  const { problem, faults } = card;
  const said = [...new Set(faults.map(({ message }) => message))];
  return (
    <>
      <p className={classes.fault} role="status">
        {said.join(' · ')}
      </p>
      {problem?.theirs ? (
        <Suspense>
          <ConflictOfGroup card={card} problem={problem} />
        </Suspense>
      ) : (
        problem && <NotSaved error={problem.failure} />
      )}
    </>
  );
}

/** Save, and Save and update with its preview; `children` stand before them. */
export function SaveButtons({ card, children }: { card: GroupCardState; children?: ReactNode }) {
  const { busy, dirty } = card;
  const look = { size: 'xs', ...unavailable(busy !== null) } as const;
  return (
    <div className={classes.save}>
      {children}
      <Button
        {...look}
        variant="default"
        aria-busy={busy === 'looking'}
        title="Ctrl+Shift+S"
        aria-keyshortcuts="Control+Shift+S"
        onClick={() => void card.look()}
      >
        {busy === 'looking' ? 'Calculating…' : 'Save and update'}
      </Button>
      <Button
        {...look}
        variant={dirty ? 'filled' : 'default'}
        aria-busy={busy === 'saving'}
        title="Ctrl+S"
        aria-keyshortcuts="Control+S"
        data-save
        onClick={() => void card.save()}
      >
        {busy === 'saving' ? 'Saving…' : 'Save'}
      </Button>
    </div>
  );
}

/** Saves the card on Ctrl+S, with Shift by the preview; Ctrl+Z undoes an unsent edit. */
export function cardKeys(event: KeyboardEvent<HTMLElement>, card: GroupCardState): void {
  // A dialog of the card is drawn elsewhere, but its keys come through here.
  if (!event.currentTarget.contains(event.target as Node)) return;
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = isSaveEnter(event) ? 's' : event.key.toLowerCase();
  if (key !== 's' && (key !== 'z' || event.shiftKey)) return;
  event.preventDefault();
  if (key === 'z') card.undo();
  else if (!event.repeat) void (event.shiftKey ? card.look() : card.save());
}

function NotSaved({ error }: { error: unknown }): ReactNode {
  const { message, request_id, status } = failureOf(error);
  return (
    <Alert color="red" variant="outline" role="alert" title="Not saved" p="xs">
      <Text size="sm">{message}</Text>
      {request_id && status >= 500 && (
        <Text size="xs" c="dimmed">
          Request {request_id}
        </Text>
      )}
    </Alert>
  );
}
