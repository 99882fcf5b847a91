import { expect, type Locator, type Page, test } from '@playwright/test';
import { takeAction } from './row-action.ts';
import { signIn } from './session.ts';
import { writesOf } from './writes.ts';

/** Somebody types in a hurry: Enter comes with the last letter, before anything is found. */

test.beforeEach(async ({ page }) => {
  await signIn(page, 'superadmin');
});

test('permissions: Enter chooses, saves nothing, and a second one neither; none at all is an error of the field', async ({
  page,
}) => {
  await page.goto('/admins?add=1');
  const writes = writesOf(page);
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`hurry-${Date.now()}@example.com`);
  await dialog.getByRole('radio', { name: 'Set a password' }).check();
  await dialog.getByRole('textbox', { name: 'Password' }).fill('a-long-password-of-mine');
  await chooseInAHurry(page, dialog.getByRole('combobox', { name: 'Program' }), 'bright');
  await expect(dialog.getByRole('combobox', { name: 'Program' })).toHaveValue('Brightside Courses');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText('Choose at least one permission')).toBeVisible();

  const permissions = dialog.getByRole('combobox', { name: 'Permissions' });
  await permissions.focus();
  await page.keyboard.type('zzz');
  await dialog.locator('[type="submit"]').click();
  await expect(dialog.getByText('Choose one from the list, or clear the text')).toBeVisible();
  await expect(permissions).toBeFocused();
  await expect(permissions).toHaveValue('zzz');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Nothing found for “zzz”')).toBeVisible();
  await permissions.fill('');
  await page.keyboard.type('money');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(permissions).toHaveValue('');
  expect(writes).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  expect(writes.map(({ body }) => body)).toMatchObject([{ user_data: { permissions: ['money'] } }]);
});

test('a prize: Enter before it is found takes it when it comes, and where nothing is found the field says so', async ({
  page,
}) => {
  await page.goto('/events?add=1');
  const writes = writesOf(page);
  const dialog = page.getByRole('dialog', { name: 'Add event' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`In a hurry ${Date.now()}`);
  await dialog.getByRole('textbox', { name: 'Ticket price' }).fill('5');
  await dialog.getByRole('textbox', { name: 'Available' }).fill('100');
  await dialog.getByLabel('Start *').fill('2027-03-01T10:00');
  await dialog.getByLabel('End *').fill('2027-03-02T09:00');
  const product = dialog.getByRole('combobox', { name: 'Product' });
  await chooseInAHurry(page, product, 'no such prize');
  await expect(dialog.getByText('Nothing found for “no such prize”')).toBeVisible();
  await product.fill('');
  await chooseInAHurry(page, product, '2');
  await page.keyboard.press('Tab');
  await expect(product).toHaveValue(/#\d+$/);
  await product.fill('another');
  await dialog.locator('[type="submit"]').click();
  await expect(dialog.getByText('Choose one from the list, or clear the text')).toBeVisible();
  await expect(product).toHaveValue('another');
  expect(writes).toEqual([]);
  await product.fill('');
  await chooseInAHurry(page, product, '3');
  await expect(product).toHaveValue(/#\d+$/);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  expect(writes).toHaveLength(1);
  expect(JSON.stringify(writes[0]?.body)).toMatch(/"product_id":\d+/);
});

test('the value of a condition: Enter sends no rule', async ({ page }) => {
  await page.goto('/email/rules?add=1');
  const writes = writesOf(page);
  const dialog = page.getByRole('dialog', { name: 'Add rule' });
  const field = (name: string) => dialog.getByRole('combobox', { name });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(`In a hurry ${Date.now()}`);
  await chooseInAHurry(page, field('Template'), 'milestone');
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Well done');
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await chooseInAHurry(page, field('Field of condition 1'), 'lil total');
  await chooseInAHurry(page, field('Comparison of condition 1'), 'greater');
  const value = dialog.getByRole('textbox', { name: 'Value of condition 1' });
  await value.focus();
  await page.keyboard.type('1000000');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(value).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).not.toHaveAttribute(
    'aria-invalid',
  );
  // A save would have been sent before what Esc asks.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible();
  expect(writes).toEqual([]);
  await expect(dialog).toBeVisible();
});

test('a filter of a few values is chosen by typing, and shows again what it is set to', async ({ page }) => {
  await page.goto('/giveaways/purchases');
  const type = page.getByRole('combobox', { name: 'Product type' });
  await chooseInAHurry(page, type, 'mon');
  await expect(type).toHaveValue('Money');
  await expect(page).toHaveURL(/product_type=money/);
  await type.fill('nothing of it');
  await page.keyboard.press('Tab');
  await expect(type).toHaveValue('Money');
});

test('a search in a checklist: Enter ticks what it finds first; a text of which nothing was ticked is not saved', async ({
  page,
}) => {
  await page.goto('/giveaways/products');
  const writes = writesOf(page);
  await takeAction(page.locator('tr[data-row]').first(), 'Assign programs');
  const dialog = page.getByRole('dialog', { name: /^Programs: / });
  const search = dialog.getByRole('textbox', { name: 'Search programs' });
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await search.focus();
  await page.keyboard.type('no such program');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText('Choose one from the list, or clear the text')).toBeVisible();
  expect(writes).toEqual([]);
  await search.fill('');
  const [all, ticked] = [dialog.getByRole('checkbox'), dialog.getByRole('checkbox', { checked: true })];
  const before = await ticked.count();
  const free = dialog.getByRole('checkbox', { checked: false });
  const name = (await free.first().getAttribute('id')) ?? '';
  const label = await dialog.locator(`label[for="${name}"]`).first().innerText();
  await search.focus();
  await page.keyboard.type(label);
  await page.keyboard.press('Enter');
  await search.fill('');
  await expect(all.first()).toBeVisible();
  await expect(ticked).toHaveCount(before + 1);
  expect(writes).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  expect(writes).toHaveLength(1);
});

test('an amount to refund: Enter sends no money', async ({ page }) => {
  await page.route('**/api/wladmin/charge/*/refund', (route) =>
    route.fulfill({ status: 400, json: { message: 'Not now', code: 'X' } }),
  );
  await page.goto('/transactions');
  const writes = writesOf(page);
  await page
    .getByRole('button', { name: /^Refund: / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Refund transaction?' });
  await dialog.getByRole('textbox', { name: /^Amount/ }).selectText();
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await dialog.getByRole('radio', { name: 'Other' }).press('Enter');
  // What is meant is sent after it, and alone.
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Refund error. Try again later')).toBeVisible();
  await expect(dialog).toBeVisible();
  expect(writes).toHaveLength(1);
});

async function chooseInAHurry(page: Page, chooser: Locator, text: string): Promise<void> {
  await chooser.focus();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}
