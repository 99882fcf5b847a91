import { useEffect, useState } from 'react';

type Numbered = {
  /** Text that the list is filtered by; `#` and a number name one record. */
  name: unknown;
  narrowed: boolean;
  /** Number of rows; undefined until known. */
  count: number | undefined;
  widen: (name: string) => void;
};

/** Widens a list that was opened at a record by its number, where the record is of another program. */
export function useFoundElsewhere({ name, narrowed, count, widen }: Numbered): void {
  const [sought, setSought] = useState(() => (typeof name === 'string' && /^#\d+$/.test(name) ? name : null));
  const isSought = sought !== null && name === sought && narrowed;
  const isOver = sought !== null && count !== undefined;
  useEffect(() => {
    if (!isOver) return;
    setSought(null);
    if (isSought && count === 0) widen(sought);
    // Once, with the first answer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver]);
}
