import { expect, type Locator, type Page } from '@playwright/test';

/** Keeps one's own as often as others save the same meanwhile, each time one more conflict, until `isDone`. */
export async function keepMine(place: Page | Locator, isDone: () => Promise<boolean>): Promise<void> {
  const keep = place.getByRole('button', { name: 'Keep mine and save' });
  await expect(async () => {
    // `click()` would wait for a button that has just gone.
    await keep.evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click();
    });
    expect(await isDone()).toBe(true);
  }).toPass();
}
