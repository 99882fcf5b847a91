import { useEffect, useState } from 'react';

/** Changes that a part of a program's dialog with its own form would lose if the dialog were saved and closed now. */
export type PendingPart = 'nothing' | 'filled in' | 'shown once';

/** Tells the dialog: what is shown once comes before what is only filled in. */
export function usePendingPart(onPending: (part: PendingPart) => void) {
  const [isShown, setShown] = useState(false);
  const [isFilled, setFilled] = useState(false);
  const pending = isShown ? 'shown once' : isFilled ? 'filled in' : 'nothing';
  useEffect(() => onPending(pending), [onPending, pending]);
  return { setShown, setFilled };
}

/** For the form of such a part: what was typed into it counts until the form is gone. */
export function useFilled(isFilled: boolean, onFilled: (is: boolean) => void): void {
  useEffect(() => {
    onFilled(isFilled);
    return () => onFilled(false);
  }, [isFilled, onFilled]);
}
