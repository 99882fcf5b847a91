import type { Page } from '@playwright/test';

/** Holds back what the page reads there, however often it asks, until the answer of this is called. */
export async function holdReads(page: Page, url: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() === 'GET') await held.promise;
    await route.fallback();
  });
  return held.resolve;
}
