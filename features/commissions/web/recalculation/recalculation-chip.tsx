import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { failureOf } from '../../../../web/ui/failure.ts';
import type { WaitingRecalculation } from '../../recalculation-schemas.ts';
import { calls } from '../calls.ts';
import classes from './recalculation-chip.module.css';

const SwitchDialog = lazy(() =>
  import('./switch-recalculation-dialog.tsx').then((m) => ({ default: m.SwitchRecalculationDialog })),
);

const POLL_INTERVAL_MS = 2_000;

/** Number of recalculations named on a card: a program's card may have one for each class. */
const NAMED = 3;

/** The verb by which a recalculation in this state is changed. */
const VERBS = {
  waiting: { verb: 'cancel', label: 'Cancel' },
  running: { verb: 'stop', label: 'Stop' },
  stopped: { verb: 'resume', label: 'Resume' },
  done: null,
  cancelled: null,
} as const;

type Verb = NonNullable<(typeof VERBS)[keyof typeof VERBS]>['verb'];

type RecalculationChipsProps = {
  recalculations: readonly WaitingRecalculation[];
  onSee: (id: number) => void;
  onGone: (id: number) => void;
};

export function RecalculationChips({ recalculations, onSee, onGone }: RecalculationChipsProps) {
  const more = recalculations.length - NAMED;
  return (
    <>
      {recalculations.slice(0, NAMED).map((run) => (
        <RecalculationChip
          key={`${run.id} ${run.run_at}`}
          recalculation={run}
          onSee={onSee}
          onGone={() => onGone(run.id)}
        />
      ))}
      {more > 0 && (
        <p className={classes.chip}>{more} more recalculations will change transactions of this card</p>
      )}
    </>
  );
}

type RecalculationChipProps = {
  recalculation: WaitingRecalculation;
  onSee: (id: number) => void;
  onGone: () => void;
};

/** A recalculation: counts down while it waits, then polls until it has run. */
function RecalculationChip({ recalculation, onSee, onGone }: RecalculationChipProps) {
  const { id, run_at, requested_by, charges, may_cancel } = recalculation;
  // As it was pressed: what may be done with it changes by itself, and a question does not under the hand.
  const [asked, setAsked] = useState<Verb | null>(null);
  const seconds = useSecondsUntil(run_at);
  const due = seconds <= 0 || recalculation.status !== 'waiting';
  const { data, error } = useQuery(
    calls.recalculation.queryOptions({
      input: { id },
      enabled: due,
      staleTime: 0,
      refetchInterval: POLL_INTERVAL_MS,
    }),
  );
  const isGone = error !== null && failureOf(error).status === 404;
  const { status, progress } = data?.recalculation ?? recalculation;
  const over = due && (isGone || status === 'done' || status === 'cancelled');
  const verb = VERBS[status === 'waiting' && due ? 'done' : status];

  useEffect(() => {
    if (over) onGone();
  }, [over, onGone]);

  return (
    <p className={classes.chip}>
      <span>
        {status === 'stopped'
          ? `recalculation stopped at ${progress ?? 0}%`
          : due
            ? `recalculating now${progress === null ? '' : `, ${progress}%`}`
            : `recalculating in ${clock(seconds)}`}
      </span>
      <span aria-hidden>·</span>
      <span>{charges === 1 ? '1 transaction' : `${charges.toLocaleString('en-US')} transactions`}</span>
      <span aria-hidden>·</span>
      <span className={classes.who}>by {requested_by ?? 'a deleted admin'}</span>
      <span aria-hidden>·</span>
      <UnstyledButton className={classes.link} aria-label="See the recalculation" onClick={() => onSee(id)}>
        see
      </UnstyledButton>
      {verb && may_cancel && (
        <>
          <span aria-hidden>·</span>
          <UnstyledButton
            className={classes.link}
            aria-label={`${verb.label} the recalculation`}
            onClick={() => setAsked(verb.verb)}
          >
            {verb.verb}
          </UnstyledButton>
        </>
      )}
      <Suspense>
        {asked && <SwitchDialog id={id} verb={asked} onDone={onGone} onClose={() => setAsked(null)} />}
      </Suspense>
    </p>
  );
}

function useSecondsUntil(moment: string): number {
  const left = () => Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  });
  return seconds;
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
