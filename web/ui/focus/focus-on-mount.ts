/** Focuses an element as its `ref`; a single function, as a new one would focus on each render. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
