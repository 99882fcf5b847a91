import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until it is there, as somebody without a mouse does. */
export async function tabTo(page: Page, goal: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses++) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(goal).toBeFocused();
}

export type Keys = ReturnType<typeof keysOf>;

/** Types and presses, and counts: a text is as many keys as it has letters. */
export function keysOf(page: Page) {
  const keys = {
    count: 0,
    async press(key: string) {
      keys.count += 1;
      await page.keyboard.press(key);
    },
    async type(text: string) {
      keys.count += text.length;
      await page.keyboard.type(text);
    },
    /** As often as it takes. */
    async to(key: 'Tab' | 'Shift+Tab' | 'ArrowDown', goal: Locator) {
      for (let presses = 0; presses < 60; presses++) {
        if (await goal.evaluate((element) => element === document.activeElement)) return;
        await keys.press(key);
      }
      await expect(goal).toBeFocused();
    },
  };
  return keys;
}
