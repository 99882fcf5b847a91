import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type Instructor } from '../contract.ts';
import { calls } from './calls.ts';
import classes from './recalculation-chip.module.css';

const CancelDialog = lazy(() =>
  import('./cancel-recalculation-dialog.tsx').then((m) => ({ default: m.CancelRecalculationDialog })),
);

const POLL = 2_000;

type RecalculationChipProps = {
  recalculation: NonNullable<Instructor['recalculation']>;
  onSee: (id: number) => void;
  onGone: () => void;
};

/** A recalculation that waits: counts down, then asks until it has run. */
export function RecalculationChip({ recalculation: { id, run_at }, onSee, onGone }: RecalculationChipProps) {
  const [asking, setAsking] = useState(false);
  const seconds = useSecondsUntil(run_at);
  const due = seconds <= 0;
  const { data } = useQuery(
    calls.recalculation.queryOptions({ input: { id }, enabled: due, staleTime: 0, refetchInterval: POLL }),
  );
  const over = due && data !== undefined && data.recalculation.status !== 'waiting';

  useEffect(() => {
    if (over) onGone();
  }, [over, onGone]);

  return (
    <p className={classes.chip}>
      <span>{due ? 'recalculating now' : `recalculating in ${clock(seconds)}`}</span>
      <span aria-hidden>·</span>
      <UnstyledButton className={classes.link} aria-label="See the recalculation" onClick={() => onSee(id)}>
        see
      </UnstyledButton>
      {!due && (
        <>
          <span aria-hidden>·</span>
          <UnstyledButton
            className={classes.link}
            aria-label="Cancel the recalculation"
            onClick={() => setAsking(true)}
          >
            cancel
          </UnstyledButton>
        </>
      )}
      <Suspense>
        {asking && <CancelDialog id={id} onCancelled={onGone} onClose={() => setAsking(false)} />}
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
