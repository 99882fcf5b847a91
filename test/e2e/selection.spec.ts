import { expect, type Page, test } from '@playwright/test';
import { inDepth } from '../deep.ts';
import { signIn } from './session.ts';

/** Lists whose rows are chosen, of more rows than a low window shows. */
const CHOOSING = ['/payouts?currency=UAH', '/classes?program_id=2', '/membership-payouts'];

for (const path of inDepth(CHOOSING.slice(0, 1), CHOOSING))
  test(`the head of ${path} sticks below the bar of what is chosen`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 420 });
    await signIn(page, 'superadmin');
    await page.goto(path);
    const ticks = page.locator('tbody').getByRole('checkbox', { name: /^Select / });
    await ticks.first().check();
    const bar = page.locator('[data-shown]').filter({ hasText: 'selected' });
    await expect(bar).toBeVisible();
    await scrollTo(page, 6);
    await expect.poll(() => gap(page)).toBe(0);

    // Without a bar it is below the header of the page again.
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(bar).toHaveCount(0);
    await scrollTo(page, 6);
    await expect.poll(() => gap(page)).toBe(0);
  });

async function scrollTo(page: Page, row: number) {
  await page
    .locator('tr[data-row]')
    .nth(row)
    .evaluate((element) => element.scrollIntoView({ block: 'center' }));
}

/** Pixels between what lies above the head of the table and the head itself; below 0 it is hidden. */
function gap(page: Page): Promise<number> {
  return page.evaluate(() => {
    const bottomOf = (element: Element | null) => element?.getBoundingClientRect().bottom ?? 0;
    const bar = bottomOf(document.querySelector('[data-shown]'));
    const above = Math.max(bottomOf(document.querySelector('header')), bar);
    const head = document.querySelector('thead th:last-child')?.getBoundingClientRect().top ?? Number.NaN;
    return Math.round(head - above);
  });
}
