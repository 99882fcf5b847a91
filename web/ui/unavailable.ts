/** Props like `disabled` that keep the focus, which would go to the page. The caller must ignore clicks. */
export function unavailable(is: boolean) {
  return { 'aria-disabled': is || undefined, 'data-disabled': is || undefined } as const;
}
