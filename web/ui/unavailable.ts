/** As `disabled`, but it keeps the focus, which the page would get. Whoever spreads it ignores the click. */
export function unavailable(is: boolean) {
  return { 'aria-disabled': is || undefined, 'data-disabled': is || undefined } as const;
}
