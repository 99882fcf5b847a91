import { type FocusPath, nearestTo, pathOf } from './focus-path.ts';

/** Moves the focus, from now on, to the nearest control where a focused element disappears. */
export function keepFocus(): void {
  let path: FocusPath = [];
  let heading: Element | null = null;
  document.addEventListener('focusin', ({ target }) => {
    path = target instanceof Element ? pathOf(target) : [];
    heading = document.querySelector('main h1');
  });
  // A click beside everything takes the focus away on purpose.
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && document.activeElement === document.body) path = [];
  });
  const observer = new MutationObserver(() => {
    const [last] = path;
    if (!last || document.activeElement !== document.body) return;
    const isThere = last.element.isConnected && !last.element.matches(':disabled');
    const holder = path.find(({ element }) => element.matches('main, [role="dialog"]'));
    const isSameScreen = holder?.element.matches('main') ? heading?.isConnected : true;
    if (isThere || !holder?.element.isConnected || !isSameScreen) return;
    nearestTo(path)?.focus({ preventScroll: true });
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
}
