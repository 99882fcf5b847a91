/** The clock of a page, for what is to happen within a time, or not to: on a busy machine any time passes in between. */
import type { Locator, Page } from '@playwright/test';

/** Its timers wait until `page.clock` runs or resumes. `page.clock.install()` comes before the page is opened. */
export async function stopClock(page: Page): Promise<void> {
  // In the page's own time, and ahead of it: it goes on until it is told.
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 60_000);
}

/** Types as somebody who makes no pause. `page.clock.install()` comes before the page is opened. */
export async function typeInABurst(field: Locator, text: string): Promise<void> {
  const page = field.page();
  await stopClock(page);
  await field.pressSequentially(text);
  await page.clock.resume();
}
