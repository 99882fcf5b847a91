/**
 * As the `ref` of what takes the place of the button that had the focus: it gets it once, when it appears. One function
 * for all, because a ref that changes with each rendering would take the focus each time.
 */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
