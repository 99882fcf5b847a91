import { useRef, useState } from 'react';

/** Runs one piece of work at a time: a second call meanwhile does nothing. */
export function useOnce() {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const once = async (work: () => Promise<void>, onFailure?: (error: unknown) => Promise<void> | void) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!onFailure) throw error;
      await onFailure(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, once };
}
