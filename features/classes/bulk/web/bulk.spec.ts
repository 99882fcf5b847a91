import { expect, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../../test/e2e/accessible.ts';
import { apiAs } from '../../../../test/e2e/api.ts';
import { expectFocusOnControl } from '../../../../test/e2e/focus.ts';
import { signIn } from '../../../../test/e2e/session.ts';
import { holdToasts } from '../../../../test/e2e/waiting/toasts.ts';

/** Ada's classes: no other test links them. */
const PATH = '/classes?instructor_name=ada+lovelace&program_id=2';

test('chosen across pages, previewed, linked, and undone as a whole', async ({ page, baseURL }) => {
  const call = await apiAs(baseURL, 'superadmin');
  const linksOf = async (id: number) =>
    (await call('GET', `class/${id}/programs`)).body.programs.map(
      (link: { program_id: number }) => link.program_id,
    );
  const before = await linksOf(1);
  await holdToasts(page);
  await signIn(page, 'superadmin');
  await page.goto('/classes?program_id=2');
  const selected = page.getByRole('status').filter({ hasText: /selected$/ });
  await page.getByRole('checkbox', { name: 'Select the classes of this page' }).check();
  await expect(selected).toHaveText('50 classes selected');
  const firstRow = page.locator('tr[data-row]').first();
  const firstOfPage1 = (await firstRow.getAttribute('data-row')) ?? '';
  await page.getByRole('link', { name: 'Page 2', exact: true }).first().click();
  // Until the next page has come, the rows of this one stand.
  await expect(firstRow).not.toHaveAttribute('data-row', firstOfPage1);
  await page
    .getByRole('checkbox', { name: /^Select (?!the classes)/ })
    .first()
    .check();
  await expect(selected).toHaveText('51 classes selected');
  await page.getByRole('button', { name: /^Select all [\d,]+ that match/ }).click();
  const all = await selected.innerText();
  expect(Number(all.replace(/\D/g, ''))).toBeGreaterThan(100);

  await page.goto(PATH);
  await expect(page.locator('tr[data-row]')).toHaveCount(5);
  await expect(page.getByText(/selected$/)).toHaveCount(0);
  const rows = page.getByRole('checkbox', { name: /^Select (?!the classes)/ });
  await rows.nth(0).check();
  await rows.nth(3).click({ modifiers: ['Shift'] });
  await expect(selected).toHaveText('4 classes selected');
  await page.getByRole('button', { name: 'Assign to programs…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign to programs: 4 classes' });
  await dialog.getByRole('combobox', { name: 'Programs' }).fill('newcomer');
  await expect(page.getByRole('option', { name: /^Newcomer/ })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await dialog.getByRole('textbox', { name: 'Discount in these programs, percent' }).fill('10');
  await expect(dialog.getByText('4 links will be made.')).toBeVisible();
  await expect(dialog.getByRole('table').getByRole('cell', { name: 'new' })).toHaveCount(4);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Link 4' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/selected$/)).toHaveCount(0);
  expect(await linksOf(1)).toContain(8);
  const toast = page.getByRole('status').filter({ hasText: '4 links made' });
  await toast.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '4 links undone' })).toBeVisible();
  await expectFocusOnControl(page);
  expect(await linksOf(1)).toEqual(before);
});

test('a number that has changed meanwhile is told before anything is linked', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.route('**/api/wladmin/classes?*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, count: body.count + 50 } });
  });
  await page.goto(PATH);
  await page.getByRole('checkbox', { name: 'Select the classes of this page' }).check();
  await page.getByRole('button', { name: 'Select all 55 that match' }).click();
  await page.getByRole('button', { name: 'Assign to programs…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Assign to programs/ });
  await dialog.getByRole('combobox', { name: 'Programs' }).fill('newcomer');
  await expect(page.getByRole('option', { name: /^Newcomer/ })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(dialog.getByText('The list now has 5 classes, not 55')).toBeVisible();
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByText('5 links will be made.')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('whoever is no superadmin selects nothing; on a phone it is all there', { tag: '@deep' }, async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'programadmin');
  await page.goto('/classes');
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Select / })).toHaveCount(0);
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  const phone = await context.newPage();
  await signIn(phone, 'superadmin');
  await phone.goto(PATH);
  await phone
    .getByRole('checkbox', { name: /^Select (?!the classes)/ })
    .first()
    .check();
  await expectToFit(phone);
  await phone.getByRole('button', { name: 'Assign to programs…' }).click();
  await expect(phone.getByRole('dialog')).toBeVisible();
  await expectAccessible(phone);
  await context.close();
});
