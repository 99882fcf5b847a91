import { useBlocker, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { unsavedInWords } from './field-words.ts';

// A list with rows to edit needs the guard at once and the question seldom.
const ConfirmDialog = lazy(() =>
  import('../dialog/confirm-dialog.tsx').then((m) => ({ default: m.ConfirmDialog })),
);

type Place = { pathname: string; search: object };
export type Step = { current: Place; next: Place };

export type UnsavedGuard = {
  /** Runs the action at once where nothing is unsaved, else after confirmation. */
  leave: (action: () => void) => void;
  /** Runs an action after which nothing is unsaved, such as a save. */
  leaveFreely: (action: () => void) => void;
  asking: boolean;
  question: ReactNode;
};

type GuardWords = { title: string; text?: string; discard: string; stay: string };

const UNSAVED: GuardWords = { title: 'Discard changes?', discard: 'Discard', stay: 'Keep editing' };

/** Guards unsaved work on Back, links, reload and `leave`. `unsaved` is called each time and names what would be lost; true where the words say it. */
export function useUnsavedGuard(
  unsaved: (step?: Step) => boolean | readonly string[],
  words: GuardWords = UNSAVED,
): UnsavedGuard {
  const [wanted, setWanted] = useState<(() => void) | null>(null);
  const free = useRef(false);
  const { href } = useLocation();
  const holds = (step?: Step) => !free.current && isAny(unsaved(step));
  const blocker = useBlocker({ shouldBlockFn: holds, enableBeforeUnload: () => holds(), withResolver: true });
  const blocked = blocker.status === 'blocked';

  useEffect(() => {
    free.current = false;
  }, [href]);

  const leaveFreely = (action: () => void) => {
    free.current = true;
    action();
  };
  const discard = () => {
    if (blocked) leaveFreely(blocker.proceed);
    else if (wanted) leaveFreely(wanted);
  };
  const stay = () => {
    setWanted(null);
    if (blocked && !free.current) blocker.reset();
  };

  return {
    leave: (action) => (holds() ? setWanted(() => action) : leaveFreely(action)),
    leaveFreely,
    asking: blocked || wanted !== null,
    question: (blocked || wanted !== null) && (
      <Suspense>
        <ConfirmDialog
          title={words.title}
          confirmLabel={words.discard}
          cancelLabel={words.stay}
          danger
          onConfirm={discard}
          onClose={stay}
        >
          {words.text ?? unsavedInWords(namesOf(unsaved()))}
        </ConfirmDialog>
      </Suspense>
    ),
  };
}

function isAny(unsaved: boolean | readonly string[]): boolean {
  return typeof unsaved === 'boolean' ? unsaved : unsaved.length > 0;
}

function namesOf(unsaved: boolean | readonly string[]): readonly string[] {
  return typeof unsaved === 'boolean' ? ['your entries'] : unsaved;
}
