import { expect, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { type DemoRole, signIn } from '../../../test/e2e/session.ts';
import { keepMine } from '../../../test/e2e/waiting/keep-mine.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

/** Ada's bundle of the demo, which holds the classes 1, 2 and 3. */
const BUNDLE = 1881;

// An answer may be on its way as a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

// One bundle for all of them.
test.describe.configure({ mode: 'serial' });

test('by mouse: added and removed here alone, undone, saved once', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const writes = writesOf(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Bundle #${BUNDLE} All about Engines (3 classes)`,
  );
  await expect(inside(page).getByText('USD 48.93')).toBeVisible();
  await expect(search(page).locator('[data-row="1"]').getByRole('button')).toHaveCount(0);
  await expect(search(page).locator('[data-row="1"]')).toContainText('In the bundle');

  await inside(page)
    .getByRole('button', { name: /^Remove .*#1$/ })
    .click();
  await expect(inside(page).locator('[data-row="1"]')).toContainText('removed');
  await search(page)
    .getByRole('button', { name: /^Add .*#4$/ })
    .click();
  await expect(inside(page).locator('[data-row="4"]')).toContainText('added');
  await expect(inside(page).getByText('USD 128.93')).toBeVisible();
  await expect(search(page).getByText('1 added, 1 removed')).toBeVisible();
  await inside(page)
    .getByRole('button', { name: /^Undo .*#1$/ })
    .click();
  expect(writes).toEqual([]);

  await search(page).getByRole('button', { name: 'Save' }).dblclick();
  await expect(page.getByRole('status').getByText('Saved successful', { exact: true })).toBeVisible();
  expect(writes).toHaveLength(1);
  expect(writes[0]).toMatchObject({ path: `class/${BUNDLE}/bundles`, body: { classes: [1, 2, 3, 4] } });
  await expect(search(page).locator('[data-row="4"]')).toContainText('In the bundle');
});

test('the price of a bundle and the sum of its classes stand apart, in the editor and the list', {
  tag: '@deep',
}, async ({ page }) => {
  await open(page);
  const totals = inside(page).getByRole('status');
  await expect(totals.getByText(/^Bundle price/)).toBeVisible();
  const sum = totals.getByText(/^Sum of the classes/);
  const amount = (await sum.locator('b').innerText()).trim();
  const price = (
    await totals
      .getByText(/^Bundle price/)
      .locator('b')
      .innerText()
  ).trim();
  expect(amount).not.toBe(price);
  const count = await inside(page).locator('tr[data-row]').count();
  await page.goto(`/bundles?name=%23${BUNDLE}`);
  const row = page.locator(`tr[data-row="${BUNDLE}"]`);
  await expect(row).toContainText(price);
  await expect(row).toContainText(`${count} classes: ${amount}`);
});

test('by keyboard: found by its id, added, saved; then removed again', async ({ page }) => {
  await open(page);
  await page.getByRole('textbox', { name: 'Class name or ID' }).focus();
  await page.keyboard.type('#5');
  const add = search(page).getByRole('button', { name: /^Add .*#5$/ });
  await expect(search(page).locator('[data-row]').first()).toHaveAttribute('data-row', '5');
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  await expect(search(page).getByRole('button', { name: /^Undo .*#5$/ })).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved successful', { exact: true })).toBeVisible();
  const remove = inside(page).getByRole('button', { name: /^Remove .*#5$/ });
  await inside(page)
    .getByRole('button', { name: /^Remove .*#3$/ })
    .focus();
  await tabTo(page, remove);
  await page.keyboard.press('Enter');
  await expect(inside(page).getByRole('button', { name: /^Undo .*#5$/ })).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(inside(page).locator('[data-row="5"]')).toHaveCount(0);
});

test('unsaved work is guarded, and not by the search', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await inside(page)
    .getByRole('button', { name: /^Remove .*#2$/ })
    .click();
  await page.getByRole('textbox', { name: 'Instructor name' }).fill('Grace Hopper');
  await expect(page).toHaveURL(/instructor_name=Grace/);
  await expect(inside(page).locator('[data-row="2"]')).toContainText('removed');
  await page.getByRole('link', { name: 'Transactions on hold' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(inside(page).locator('[data-row="2"]')).toContainText('removed');
});

test('what the server refuses stays on the screen until it is closed', async ({ page }) => {
  await page.clock.install();
  await open(page, 1);
  await page.getByRole('textbox', { name: 'Class name or ID' }).fill(`#${BUNDLE}`);
  await search(page)
    .getByRole('button', { name: new RegExp(`^Add .*#${BUNDLE}$`) })
    .click();
  await search(page).getByRole('button', { name: 'Save' }).click();
  const told = page.getByRole('alert').getByText(`Class ${BUNDLE} already holds this bundle`);
  // Other tests link all classes to programs at the same time, which is a save of theirs.
  await keepMine(page, () => told.isVisible());
  await page.clock.fastForward(6_000);
  await expect(told).toBeVisible();
});

test('two people at once: the second hears who was first and keeps both changes', { tag: '@deep' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const theirs = await browser.newPage({ baseURL });
  await open(page);
  await open(theirs, BUNDLE, 'programadmin');
  await inside(theirs)
    .getByRole('button', { name: /^Remove .*#4$/ })
    .click();
  await search(theirs).getByRole('button', { name: 'Save' }).click();
  await expect(theirs.getByText('Saved successful', { exact: true })).toBeVisible();
  await inside(page)
    .getByRole('button', { name: /^Remove .*#3$/ })
    .click();
  await search(page).getByRole('button', { name: 'Save' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'programadmin@example.com saved this' });
  await notice.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(page.getByText('Saved successful', { exact: true })).toBeVisible();
  await expect(inside(page).locator('tbody [data-row]')).toHaveCount(2);
  await theirs.close();
});

test('what one may not see is counted beneath the classes that one may', { tag: '@deep' }, async ({
  page,
}) => {
  await page.route(`**/api/wladmin/class/${BUNDLE}`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { class: { ...body.class, hidden: 2 } } });
  });
  await open(page, BUNDLE, 'programadmin');
  await expect(inside(page).getByText('and 2 classes of other programs (unchanged)')).toBeVisible();
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`nothing for axe to find, and it fits a phone, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page);
    await inside(page)
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await search(page).getByRole('button', { name: /^Add / }).first().click();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectToFit(page);
    await expectAccessible(page);
  });
}

async function open(page: Page, id = BUNDLE, role: DemoRole = 'superadmin'): Promise<void> {
  await signIn(page, role);
  await page.goto(`/bundle-classes/${id}`);
  await expect(search(page).locator('[data-row]').first()).toBeVisible();
}

function inside(page: Page) {
  return page.getByRole('region', { name: 'In the bundle' });
}

function search(page: Page) {
  return page.getByRole('region', { name: 'Classes to add' });
}
