import { useState } from 'react';
import { refunds, reload, requests } from './calls.ts';

/** Milliseconds from a refund that was asked for until the list is read again (specification: Transactions). */
const RELOAD_AFTER = 5_000;

/** What the screen is told once a refund has been asked for: the row shows it until the data has come. */
export type Beside = { onAsked: (id: number, words: string) => void };

/** What has been asked for and is not in the data yet; the data is read again by itself. */
export function useAsked() {
  const [words, setWords] = useState<ReadonlyMap<number, string>>(new Map());
  const add = (id: number, said: string) => {
    setWords((before) => new Map([...before, [id, said]]));
    setTimeout(async () => {
      await Promise.allSettled([reload(), refunds.reload(), requests.reload()]);
      setWords((before) => new Map([...before].filter(([other]) => other !== id)));
    }, RELOAD_AFTER);
  };
  return { words, add };
}
