import { useState } from 'react';

/** Milliseconds until the data is read again after a step with a later outcome (specification: Transactions). */
const RELOAD_DELAY_MS = 5_000;

/** Words by row for what was requested or tried and is not in the data yet; reloads the data by itself. */
export function useAwaited(reload: () => Promise<unknown>) {
  const [words, setWords] = useState<ReadonlyMap<number, string>>(new Map());
  const add = (id: number | readonly number[], said: string) => {
    const ids = typeof id === 'number' ? [id] : id;
    setWords((before) => new Map([...before, ...ids.map((one) => [one, said] as const)]));
    const forget = () => setWords((before) => new Map([...before].filter(([other]) => !ids.includes(other))));
    setTimeout(() => void reload().then(forget, forget), RELOAD_DELAY_MS);
  };
  return { words, add };
}
