import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { onQuestion, openQuestion } from './ask.ts';

const StepUpDialog = lazy(() => import('./step-up-dialog.tsx').then((m) => ({ default: m.StepUpDialog })));

/** Shows the question for the password wherever one is open, above whatever asked for it. */
export function StepUp() {
  const question = useSyncExternalStore(onQuestion, openQuestion);
  return question && <Asked onAnswer={question.answer} />;
}

/** Shows the question on the page that asked it: leaving that, as by Back, answers no, and nothing of it happens any more. */
function Asked({ onAnswer }: { onAnswer: (proven: boolean) => void }) {
  const { href } = useLocation();
  const [askedAt] = useState(href);
  useEffect(() => {
    if (href !== askedAt) onAnswer(false);
  }, [href, askedAt, onAnswer]);
  return (
    <Suspense>
      <StepUpDialog onProven={() => onAnswer(true)} onClose={() => onAnswer(false)} />
    </Suspense>
  );
}
