import { expect, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../../test/deep.ts';
import { expectAccessible } from '../../../../test/e2e/accessible.ts';
import { apiAs } from '../../../../test/e2e/api.ts';
import { tabTo } from '../../../../test/e2e/keyboard.ts';
import { signIn } from '../../../../test/e2e/session.ts';
import { writesOf } from '../../../../test/e2e/writes.ts';
import { SAVED, savedWithUpdate } from '../../rules.ts';

// One number for all of them.
test.describe.configure({ mode: 'serial' });

test('by mouse: cleaned, saved, saved with an update, the chip until it has run', { tag: '@deep' }, async ({
  page,
}) => {
  // All sales of the demo are divided anew, for half a minute and more beside other tests.
  await open(page);
  const writes = writesOf(page);
  for (const [typed, shown] of [
    ['101', '100'],
    ['-5', '0'],
    ['6,95 %', '6.95'],
    ['21', '21'],
  ] as const) {
    await number(page).fill(typed);
    await expect(number(page)).toHaveValue(shown);
  }
  await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
  await expect(page.getByText(SAVED, { exact: true })).toBeVisible();
  expect(writes).toHaveLength(1);
  expect(writes[0]).toMatchObject({ path: 'site-commission', body: { commission: 21, update: false } });

  await number(page).fill('20');
  await page.getByRole('button', { name: 'Save and update' }).click();
  const preview = page.getByRole('dialog', { name: 'Save and update: Global site commission' });
  await preview.getByRole('button', { name: 'Save and update' }).click();
  await expect(page.getByText(savedWithUpdate(3), { exact: true })).toBeVisible();
  // Beside it may wait those of other tests that will move sales of the site.
  await expect(page.getByText(/^recalculating/).first()).toBeVisible();
  await expect(page.getByText(/^recalculating/)).toHaveCount(0);
});

test('by keyboard: undo, save, the history; unsent edits are guarded', async ({ page }) => {
  await open(page);
  await number(page).focus();
  await page.keyboard.type('35');
  await page.getByRole('link', { name: 'Transactions on hold' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(number(page)).toHaveValue('35');
  await number(page).focus();
  await page.keyboard.press('Control+z');
  await expect(number(page)).toHaveValue('20');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(SAVED, { exact: true })).toBeVisible();
  const history = page.getByRole('button', { name: 'History' });
  await tabTo(page, history);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'History: Global site commission' });
  await expect(dialog.getByText('superadmin@example.com').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(history).toBeFocused();
});

test('two people at once: the second hears who was first', { tag: '@deep' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const theirs = await browser.newPage({ baseURL });
  await open(page);
  await open(theirs);
  await number(theirs).fill('22');
  await theirs.keyboard.press('Control+s');
  await expect(theirs.getByText(SAVED, { exact: true })).toBeVisible();
  await number(page).fill('20');
  await page.keyboard.press('Control+s');
  await number(page).fill('19');
  await page.keyboard.press('Control+s');
  const notice = page.getByRole('alert').filter({ hasText: 'superadmin@example.com saved this' });
  await expect(notice).toContainText('Platform 22%');
  await number(page).fill('20');
  await notice.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(page.getByText(SAVED, { exact: true })).toBeVisible();
  await page.reload();
  await expect(number(page)).toHaveValue('20');
  await theirs.close();
});

test('nobody but a superadmin opens it', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'programadmin');
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Program commission' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Global site commission' })).toHaveCount(0);
  await page.goto('/commissions/site');
  await expect(
    page.getByRole('heading', { level: 1, name: 'No access to Global site commission' }),
  ).toBeVisible();
});

test('an edit outlives a reload that fails', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/commissions/site');
  const field = page.getByLabel('Platform commission');
  await expect(field).not.toHaveValue('');
  const before = await field.inputValue();
  let fails = false;
  let read = 0;
  await page.route('**/api/wladmin/site-commission', async (route) => {
    if (route.request().method() === 'GET') read += 1;
    if (route.request().method() !== 'GET' || !fails) return route.continue();
    return route.fulfill({ status: 500, json: { message: 'It is away', code: 'X' } });
  });
  // The save is answered, and what is typed while it is on its way is an edit of its own.
  await field.fill(before === '12' ? '13' : '12');
  fails = true;
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await field.fill('14');
  await expect(page.getByRole('alert').filter({ hasText: 'It is away' })).toBeVisible();
  expect(read).toBeGreaterThan(0);
  await expect(field).toHaveValue('14');
  fails = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'It is away' })).toHaveCount(0);
  await expect(field).toHaveValue('14');
  await field.fill(before);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Success!', { exact: true }).last()).toBeVisible();
});

test('changed by two: the same number, by choice', async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  await signIn(page, 'superadmin');
  const before = (await they('GET', 'site-commission')).body;
  await page.goto('/commissions/site');
  const field = page.getByLabel('Platform commission');
  await field.fill('33');
  await they('POST', 'site-commission', { commission: 22, update: false });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Changed by another admin' });
  await notice.getByRole('radio', { name: 'Theirs: 22%' }).check();
  await notice.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(field).toHaveValue('22');
  await expect(page.getByText('Success!', { exact: true })).toBeVisible();
  await they('POST', 'site-commission', { commission: before.commission, update: false });
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`nothing for axe to find, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page);
    await expectAccessible(page);
    await page.goto('/commissions/site?history=1&at=2026-06-01T10:00:00.000Z');
    await expect(page.getByRole('dialog').getByText('Rates set here')).toBeVisible();
    await expectAccessible(page);
  });
}

async function open(page: Page): Promise<void> {
  await signIn(page, 'superadmin');
  await page.goto('/commissions/site');
  await expect(number(page)).toBeVisible();
}

function number(page: Page) {
  return page.getByRole('textbox', { name: 'Platform commission' });
}
