import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { failureOf } from '../../../../web/ui/failure.ts';
import type { WaitingRecalculation } from '../../recalculation-schemas.ts';
import { calls } from '../calls.ts';
import classes from './recalculation-chip.module.css';

const CancelDialog = lazy(() =>
  import('./cancel-recalculation-dialog.tsx').then((m) => ({ default: m.CancelRecalculationDialog })),
);

const POLL = 2_000;

/** Number of recalculations named on a card: a program's card may have one for each class. */
const NAMED = 3;

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

/** A waiting recalculation: counts down, then polls until it has run. */
function RecalculationChip({ recalculation, onSee, onGone }: RecalculationChipProps) {
  const { id, run_at, requested_by, charges, may_cancel } = recalculation;
  const [asking, setAsking] = useState(false);
  const seconds = useSecondsUntil(run_at);
  const due = seconds <= 0;
  const { data, error } = useQuery(
    calls.recalculation.queryOptions({ input: { id }, enabled: due, staleTime: 0, refetchInterval: POLL }),
  );
  const isGone = error !== null && failureOf(error).status === 404;
  const over = due && (isGone || (data !== undefined && data.recalculation.status !== 'waiting'));

  useEffect(() => {
    if (over) onGone();
  }, [over, onGone]);

  return (
    <p className={classes.chip}>
      <span>{due ? 'recalculating now' : `recalculating in ${clock(seconds)}`}</span>
      <span aria-hidden>·</span>
      <span>{charges === 1 ? '1 transaction' : `${charges.toLocaleString('en-US')} transactions`}</span>
      <span aria-hidden>·</span>
      <span className={classes.who}>by {requested_by ?? 'a deleted admin'}</span>
      <span aria-hidden>·</span>
      <UnstyledButton className={classes.link} aria-label="See the recalculation" onClick={() => onSee(id)}>
        see
      </UnstyledButton>
      {!due && may_cancel && (
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
