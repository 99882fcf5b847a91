/**
 * As `disabled`, of a button that does not work at the moment: it looks and reads so, but keeps the focus, which a
 * disabled one would lose to the page. Whoever spreads it ignores the click meanwhile.
 */
export function unavailable(is: boolean) {
  return { 'aria-disabled': is || undefined, 'data-disabled': is || undefined } as const;
}
