/** An element and its ancestors, each with its index, to find the nearest control once it is gone. */
export type FocusPath = readonly { element: Element; index: number }[];

export function pathOf(element: Element): FocusPath {
  const path: { element: Element; index: number }[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    path.push({ element: at, index: at.parentElement ? [...at.parentElement.children].indexOf(at) : 0 });
  }
  return path;
}

/** Returns the element itself, else its replacement, else the nearest control in an ancestor; null for none. */
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

/** Containers of whole screens: the search for a near control does not leave them. */
const HOLDERS = 'main, [role="dialog"]';

const CONTROLS =
  'a[href], button, input:not([type="hidden"]), select, textarea, [tabindex]:not([tabindex="-1"]), [data-row][tabindex]';

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
