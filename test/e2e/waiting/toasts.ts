import type { Page } from '@playwright/test';

/**
 * From the next opened page on every toast stays, as if the mouse were over it: by itself it goes after five seconds,
 * which a busy machine may take to look at it or to press its button.
 */
export async function holdToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const TOAST = ':is([role="status"], [role="alert"]) > [data-kind]';
    const hover = (toast: Element) => toast.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Element && node.matches(TOAST)) hover(node);
    }).observe(document, { childList: true, subtree: true });
    // The mouse itself leaves it as well.
    addEventListener('mouseout', ({ target }) => {
      const toast = target instanceof Element ? target.closest(TOAST) : null;
      if (toast) hover(toast);
    });
  });
}
