import { useEffect, useEffectEvent, useState } from 'react';
import { type FocusPath, firstControl, nearestTo, pathOf } from './focus-path.ts';

let pressed: Element | null = null;
for (const kind of ['click', 'keydown'] as const) {
  document.addEventListener(
    kind,
    ({ target }) => {
      pressed = target instanceof Element ? target.closest('button, a[href], [tabindex], input') : null;
    },
    { capture: true },
  );
}

/**
 * Returns the focus to the opener of the dialog, or to the control nearest to it where it is gone, as with a removed
 * row. The opener is what was pressed last, as some browsers do not focus a clicked button, and it may have lost the
 * focus while the dialog loaded. A dialog that the address opened returns it to the first control of the screen.
 */
export function useFocusReturn(returnTo?: () => HTMLElement | null): void {
  const [path] = useState((): FocusPath => {
    const focused = document.activeElement;
    const opener = focused === document.body || focused === null ? pressed : focused;
    return opener?.isConnected ? pathOf(opener) : [];
  });
  const elsewhere = useEffectEvent(() => returnTo?.() ?? null);
  useEffect(
    () => () => {
      const other = elsewhere();
      // The dialog's focus trap lets go only after it has left the page.
      setTimeout(() => {
        const dialogs = [...document.querySelectorAll('[aria-modal="true"]')];
        const opener = path[0]?.element;
        // A question over a dialog gives it back within that dialog, and never to the page behind.
        if (dialogs.length > 0 && !dialogs.some((dialog) => path.some(({ element }) => element === dialog))) {
          return;
        }
        // What has come in place of the opener may have asked for the focus already.
        if (!opener?.isConnected && document.activeElement !== document.body) return;
        const isHeading = opener?.tagName === 'H1';
        const main = document.querySelector('main');
        const goal = other ?? (isHeading ? null : nearestTo(path)) ?? (main && firstControl(main));
        goal?.focus({ preventScroll: true });
      });
    },
    [path],
  );
}
