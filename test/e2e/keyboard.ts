import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until it is there, as somebody without a mouse does. */
export async function tabTo(page: Page, goal: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses++) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(goal).toBeFocused();
}
