import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what had it when the dialog was opened. A dialog that came with the address had no
 * opener, and a removed row took its button along: then the heading of the page gets it.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // The dialog's focus trap lets go only after it has left the page.
      setTimeout(() => {
        const usable = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
        const dialogs = [...document.querySelectorAll('[aria-modal="true"]')];
        // A question over a dialog gives it back within that dialog, and never to the page behind.
        if (dialogs.length > 0 && !dialogs.some((dialog) => dialog.contains(opener))) return;
        const goal = usable ? opener : document.querySelector<HTMLElement>('h1');
        goal?.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
