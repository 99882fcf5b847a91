import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { signIn } from './session.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('J and K move the cursor, X ticks, E edits, Enter opens, and the focus comes back to the row', async ({
  page,
}) => {
  await open(page, '/classes?program_id=2');
  const rows = page.locator('tr[data-row]');
  await page.keyboard.press('j');
  await expectFocused(page, rows.nth(0));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expectFocused(page, rows.nth(1));
  await page.keyboard.press('x');
  await expect(page.getByRole('status').filter({ hasText: '1 class selected' })).toBeVisible();
  await expectFocused(page, rows.nth(1));
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: /^Edit class/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectFocused(page, rows.nth(1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/classes\/\d+\?program_id=2$/);
  await page.goBack();
  await expectFocused(page, rows.nth(1));
});

test('Back from a record of which nothing has come yet gives the focus back to its row', async ({ page }) => {
  await open(page, '/classes?program_id=2');
  const rows = page.locator('tr[data-row]');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expectFocused(page, rows.nth(1));
  // By one breath of the page: the record may be shown before, meanwhile or after.
  await page.keyboard.press('Enter');
  await page.evaluate(() => history.back());
  await expectFocused(page, rows.nth(1));
});

test('Space peeks at a row, J goes on in the peek, and the cursor with it', async ({ page }) => {
  await open(page, '/users');
  const rows = page.locator('tr[data-row]');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect(details.getByText('ada.lovelace@example.org')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('j');
  await expect(details.getByText('Noa Independent')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(details).toHaveCount(0);
  await expect(rows.nth(1)).toBeFocused();
});

test('/ goes to the filter, where letters are letters; C creates, G and a letter lead to a screen', async ({
  page,
}) => {
  await open(page, '/events');
  await page.keyboard.press('/');
  const filter = page.getByRole('textbox', { name: 'Event name or ID' });
  await expect(filter).toBeFocused();
  await page.keyboard.type('jeck');
  await expect(filter).toHaveValue('jeck');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'Add event' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page.getByRole('heading', { level: 1, name: 'Site transactions' })).toBeVisible();
  // A second G leads to the screens whose letters come after it; P pays nothing meanwhile.
  for (const key of ['g', 'g', 'p']) await page.keyboard.press(key);
  await expect(page.getByRole('heading', { level: 1, name: 'Program commission' })).toBeVisible();
});

test('? lists the keys that apply to the screen', async ({ page }) => {
  await open(page, '/transactions');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const here = keys.getByRole('region', { name: 'On this screen' });
  await expect(here.getByText('Next row')).toBeVisible();
  await expect(here.getByText('Create')).toHaveCount(0);
  await expect(keys.getByText('Site payouts', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('columns are hidden by choice, and stay so for the person', { tag: '@deep' }, async ({ page }) => {
  await open(page, '/transactions');
  const student = page.getByRole('columnheader', { name: 'Student' });
  await expect(student).toBeVisible();
  await page.getByRole('button', { name: /^Columns/ }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Class' })).toHaveCount(0);
  await page.getByRole('menuitemcheckbox', { name: 'Student' }).click();
  await expect(student).toHaveCount(0);
  await page.reload();
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await expect(student).toHaveCount(0);
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('menuitem', { name: 'Show all' }).click();
  await expect(student).toBeVisible();
});

test('filters without room stand behind a button, which counts those set; a page is typed', {
  tag: '@deep',
}, async ({ page }) => {
  await open(page, '/transactions?to_return=1');
  const more = page.getByRole('button', { name: /^More filters/ });
  await expect(more).toContainText('1');
  await expect(page.getByRole('checkbox', { name: 'To be returned by hand' })).not.toBeVisible();
  await more.click();
  await page.getByRole('checkbox', { name: 'To be returned by hand' }).uncheck();
  await expect(page).toHaveURL(/transactions$/);
  await page
    .getByRole('textbox', { name: /^Go to page/ })
    .first()
    .fill('7');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/page=7/);
  await expect(page.getByRole('status').filter({ hasText: '301–350 of' })).toBeVisible();
});

async function open(page: Page, path: string): Promise<void> {
  await signIn(page, 'superadmin');
  await page.goto(path);
  await expect(page.locator('tr[data-row], [data-filter]').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** As `toBeFocused`, and says what has the focus instead: a list that comes back has many ways to lose it. */
async function expectFocused(page: Page, row: Locator): Promise<void> {
  await row.waitFor();
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      const inRow = element?.closest<HTMLElement>('[data-row]')?.dataset.row;
      return `${element?.tagName} of row ${inRow}: ${element?.textContent?.slice(0, 80)}`;
    });
  const key = await row.getAttribute('data-row');
  await expect.poll(focused).toMatch(new RegExp(`^TR of row ${key}:`));
}
