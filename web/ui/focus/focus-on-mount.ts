/** As a `ref`: gives the focus once. One function for all, as a ref that changes would take it each time. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
