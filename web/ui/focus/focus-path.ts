/** An element and what it stood in, each with its place, to find what is nearest to it once it is gone. */
export type FocusPath = readonly { element: Element; index: number }[];

export function pathOf(element: Element): FocusPath {
  const path: { element: Element; index: number }[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    path.push({ element: at, index: at.parentElement ? [...at.parentElement.children].indexOf(at) : 0 });
  }
  return path;
}

/** The element itself, else what has taken its place, else the nearest control in what it stood in; null for none. */
export function nearestTo(path: FocusPath): HTMLElement | null {
  const [own] = path;
  if (own && isUsable(own.element)) return own.element;
  for (const [at, { element }] of path.entries()) {
    if (!element.isConnected) continue;
    const lost = path[at - 1];
    const after = lost ? [...element.children].slice(lost.index) : [];
    const before = lost ? [...element.children].slice(0, lost.index).toReversed() : [];
    const found = [...after, ...before].map(firstControl).find((control) => control !== null);
    if (found) return found;
    if (element.matches(HOLDERS)) return null;
  }
  return null;
}

/** What holds whole screens: a focus that finds nothing near it within one of these does not go on beyond. */
const HOLDERS = 'main, [role="dialog"]';

const CONTROLS =
  'a[href], button, input:not([type="hidden"]), select, textarea, [tabindex]:not([tabindex="-1"]), [data-row][tabindex]';

/** The first thing in an element that can have the focus, itself included. */
export function firstControl(element: Element): HTMLElement | null {
  const all = [element, ...element.querySelectorAll(CONTROLS)];
  return all.find((one): one is HTMLElement => one.matches(CONTROLS) && isUsable(one)) ?? null;
}

function isUsable(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.isConnected &&
    !element.matches(':disabled') &&
    !element.closest('[inert]') &&
    element.checkVisibility()
  );
}
