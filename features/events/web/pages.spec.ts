import { expect, type Page, type Route, test } from '@playwright/test';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { signIn } from '../../../test/e2e/session.ts';

test('one page is marked as the current one, the right one, above the list and below it', async ({
  page,
}) => {
  await open(page, '/events');
  await expectCurrent(page, 'Page 1');
  await links(page, 'Pages').getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expectCurrent(page, 'Page 2');
  await links(page, 'Pages, above the list').getByRole('link', { name: 'Page 1', exact: true }).click();
  await expect(page).not.toHaveURL(/page=/);
  await expectCurrent(page, 'Page 1');
  await page.goto('/events?page=2&sort_by=name&sort_dest=desc');
  await expectCurrent(page, 'Page 2');
  await expect(page.getByText(/^51–\d+ of \d+ events$/)).toHaveCount(2);
});

test('by keyboard to the last page: the focus stays on the link that led there', { tag: '@deep' }, async ({
  page,
}) => {
  await open(page, '/events');
  const next = links(page, 'Pages, above the list').getByRole('link', { name: 'Next page' });
  await page.getByRole('checkbox', { name: 'Needs drawing' }).focus();
  await tabTo(page, next);
  for (let presses = 0; presses < 20 && (await next.getAttribute('aria-disabled')) === null; presses += 1) {
    const before = page.url();
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(before);
  }
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(next).toBeFocused();
});

test('a page past the end leads back to page 1, and Back does not lead there again', {
  tag: '@deep',
}, async ({ page }) => {
  await open(page, '/events');
  await page.goto('/events?page=99&sort_by=id&sort_dest=desc');
  await expect(page).toHaveURL(/\/events\?sort_by=id&sort_dest=desc$/);
  // Not by a name: other tests add events meanwhile.
  await expect(page.getByText(/^1–50 of \d+ events$/)).toHaveCount(2);
  await page.goto('/admins?page=99');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(page).toHaveURL(/\/admins$/);
});

test('a list of one page has its count above alone, and its rows stand where they were announced', {
  tag: '@deep',
}, async ({ page }) => {
  let come = () => {};
  const waited = new Promise<void>((resolve) => (come = resolve));
  const later = async (route: Route) => {
    await waited;
    await route.continue();
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'superadmin');
  await page.route('**/api/wladmin/lilt-events?*', later);
  await page.goto('/events?program_id=2');
  const row = page.locator('tbody tr').first();
  const table = page.getByRole('table');
  await expect(row).toBeVisible();
  const before = await row.boundingBox();
  expect(
    await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0)),
  ).toBe(0);
  // Nothing is counted before it is known.
  await expect(page.getByText(/^0 /)).toHaveCount(0);
  come();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  expect((await row.boundingBox())?.y).toBe(before?.y);
  await page.goto('/events?name=potter');
  await expect(page.getByText(/^1 events?$/)).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: /^Pages/ })).toHaveCount(0);
});

async function open(page: Page, path: string): Promise<void> {
  await signIn(page, 'superadmin');
  await page.goto(path);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
}

function links(page: Page, name: string) {
  return page.getByRole('navigation', { name, exact: true });
}

async function expectCurrent(page: Page, name: string): Promise<void> {
  for (const place of ['Pages', 'Pages, above the list']) {
    const current = links(page, place).locator('[aria-current]');
    await expect(current).toHaveCount(1);
    await expect(current).toHaveAccessibleName(name);
    await expect(current).toHaveAttribute('aria-current', 'page');
  }
}
