import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What a row is made of, the first dozen have shown; axe would take seconds for the others. */
const FURTHER_ROWS = 'tbody > tr:nth-child(n+13), article[data-row]:nth-of-type(n+9)';

/**
 * Nothing on the page that axe finds, dialogs included, once it has loaded what it shows. In the dark only the colours
 * are looked at: all else is what the light has already been asked, and axe takes seconds for it.
 */
export async function expectAccessible(page: Page, what?: string): Promise<void> {
  // A save that waits for the answer to its question is no page that is still on its way.
  await expect(page.locator('[aria-busy="true"]:not([type="submit"])')).toHaveCount(0);
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  // No page has frames, which is what the other mode is for; both together take a third of the time.
  const axe = new AxeBuilder({ page })
    .exclude(FURTHER_ROWS)
    .options({ resultTypes: ['violations'] })
    .setLegacyMode();
  const { violations } = await (dark ? axe.withRules(['color-contrast']) : axe).analyze();
  const found = violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target) }));
  expect(found, what).toEqual([]);
}

/** The page is no wider than its window, once a table has given way. */
export async function expectToFit(page: Page, what?: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), what)
    .toBeLessThanOrEqual(0);
}
