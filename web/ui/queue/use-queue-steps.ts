import { useState } from 'react';

export type QueueSteps = {
  /** Place of the record among those that wait on the page, such as "2 of 13"; empty where it is not one of them. */
  place: string;
  /** Shows the waiting record before it, or after it; undefined where there is none. */
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  /** The row that gets the focus once the dialog has gone on from the one that opened it. */
  returnTo: (() => HTMLElement | null) | undefined;
};

export const NO_STEPS: QueueSteps = { place: '', previous: undefined, next: undefined, returnTo: undefined };

type QueueStepsOptions<Row> = {
  rows: readonly Row[] | undefined;
  /** Id of the record in the open dialog; 0 for none. */
  at: number;
  isWaiting: (row: Row) => boolean;
  onStep: (id: number) => void;
};

export function useQueueSteps<Row extends { id: number }>(options: QueueStepsOptions<Row>): QueueSteps {
  const { rows = [], at, isWaiting, onStep } = options;
  const [steppedTo, setSteppedTo] = useState(0);
  if (at === 0 && steppedTo !== 0) setSteppedTo(0);
  const index = rows.findIndex(({ id }) => id === at);
  const waiting = rows.filter((row) => isWaiting(row) && row.id !== at);
  const isBefore = (row: Row) => rows.indexOf(row) < index;
  const goTo = (row: Row | undefined) =>
    row &&
    (() => {
      setSteppedTo(row.id);
      onStep(row.id);
    });
  const before = waiting.filter(isBefore);
  return {
    place: index < 0 ? '' : `${before.length + 1} of ${waiting.length + 1}`,
    previous: goTo(before.at(-1)),
    next: goTo(waiting.find((row) => !isBefore(row))),
    returnTo: steppedTo === 0 ? undefined : () => rowOf(at || steppedTo),
  };
}

function rowOf(id: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`main tr[data-row="${id}"]`);
}
