import { expect, type Locator } from '@playwright/test';

/** How far below the top of the window the first of them stands, in whole pixels. */
export async function topOf(elements: Locator): Promise<number> {
  const first = elements.first();
  await expect(first).toBeAttached();
  return Math.round((await first.boundingBox())?.y ?? 0);
}
