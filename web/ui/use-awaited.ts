import { useState } from 'react';

/** Milliseconds from a step whose outcome is told later until the data is read again (specification: Transactions). */
const RELOAD_AFTER = 5_000;

/** What has been asked for, or tried, and is not in the data yet, in words by row; the data is read again by itself. */
export function useAwaited(reload: () => Promise<unknown>) {
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
