import { useState } from 'react';
import { reload } from './calls.ts';

/** What its dialogs are given: told of what the list does not show yet. */
export type Beside = { onDecided: (id: number, said: string) => void };

/** Milliseconds from a decision until the list is read again (specification: Refunds confirmation). */
const RELOAD_AFTER = 5_000;

/** What has been decided, or tried, and is not in the data yet, by request; the data is read again by itself. */
export function useDecided() {
  const [words, setWords] = useState<ReadonlyMap<number, string>>(new Map());
  const add = (id: number, said: string) => {
    setWords((before) => new Map([...before, [id, said]]));
    setTimeout(async () => {
      await reload().catch(() => undefined);
      setWords((before) => new Map([...before].filter(([other]) => other !== id)));
    }, RELOAD_AFTER);
  };
  return { words, add };
}
