import { readFile } from 'node:fs/promises';
import { type Download, expect, type Locator, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../test/deep.ts';
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { expectFocusIsKept } from '../../../test/e2e/focus.ts';
import { keysOf, tabTo } from '../../../test/e2e/keyboard.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { holdToasts } from '../../../test/e2e/waiting/toasts.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

let they: ApiCall;
let made = 0;

test.beforeEach(async ({ baseURL }) => {
  they = await apiAs(baseURL, 'superadmin');
});

test('by mouse: a code that was made, an edit, off and on; a code that is taken', { tag: '@deep' }, async ({
  page,
}) => {
  await open(page, '/tokens');
  const writes = writesOf(page);
  await page.getByRole('button', { name: 'Add token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add token' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a code')).toBeVisible();
  await expect(dialog.getByText('Enter an amount')).toBeVisible();
  expect(writes).toEqual([]);
  const code = dialog.getByRole('textbox', { name: 'Code' });
  await dialog.getByRole('button', { name: 'Generate code' }).click();
  await expect(code).toHaveValue(/^[0-9A-HJKMNP-TV-Z]{12}$/);
  const name = await code.inputValue();
  await dialog.getByRole('textbox', { name: 'Amount, LiL-T' }).fill('12.5');
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await expect(dialog).toHaveCount(0);
  const token_data = { code: name, amount: 12.5, expiry_date: '', status: true };
  expect(writes.map(({ body }) => body)).toEqual([{ token_data }]);

  await page.getByRole('textbox', { name: 'Code or ID' }).fill(name.toLowerCase());
  const row = rowOf(page, name);
  await expect(page.getByText('1 token', { exact: true }).first()).toBeVisible();
  await expect(row).toContainText('12.50');
  await row.getByRole('button', { name: `Edit: ${name}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit token: ${name}` });
  const expiry = edit.getByLabel('Expiry date');
  await expiry.fill('2020-02-29');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(expiry).toHaveAttribute('aria-invalid', 'true');
  await expect(edit.getByText(/^The expiry date is in the past\./)).toBeVisible();
  await page.getByRole('button', { name: /^Close the message: The expiry date is in the past/ }).click();
  await expiry.fill('2096-02-29');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await expect(row).toContainText('2096-02-29');
  await expect(row.getByText('Expired')).toHaveCount(0);
  await page.clock.setSystemTime('2096-03-01T00:00:00Z');
  await page.reload();
  await expect(row.getByText('Expired')).toBeVisible();
  await page.clock.setSystemTime(Date.now());
  await page.reload();
  await expect(row).toBeVisible();

  const status = row.getByRole('switch', { name: `Status: ${name}` });
  // Its track lies above it; both are in its label.
  await status.click({ force: true });
  await expect(status).not.toBeChecked();
  await expect(page.getByText('Success!')).toBeVisible();
  expect(writes.at(-1)?.body).toEqual({ token_data: { status: 0 } });
  await page.route('**/api/wladmin/token/*', (route) =>
    route.fulfill({ status: 500, json: { message: 'No', code: 'X' } }),
  );
  await status.click({ force: true });
  await expect(status).toHaveAccessibleName(`Status: ${name}, not saved`);
  await expect(status).not.toBeChecked();
  await page.unroute('**/api/wladmin/token/*');

  await page.getByRole('button', { name: 'Add token' }).click();
  await code.fill(name.toLowerCase());
  await dialog.getByRole('textbox', { name: 'Amount, LiL-T' }).fill('1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  const close = page.getByRole('button', { name: 'Close the message: Another token has this code' });
  await expect(close).toBeVisible();
  await close.click();
});

test('by keyboard alone: added, found, switched off, edited; the focus is kept', async ({ page }) => {
  const name = unique('keys');
  await open(page, '/tokens');
  await tabTo(page, page.getByRole('button', { name: 'Add token' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await page.keyboard.type(name);
  await tabTo(page, dialog.getByRole('textbox', { name: 'Amount, LiL-T' }));
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add token' })).toBeFocused();
  await tabTo(page, page.getByRole('textbox', { name: 'Code or ID' }));
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  const status = page.getByRole('switch', { name: `Status: ${name}` });
  await tabTo(page, status);
  await page.keyboard.press('Space');
  await expect(status).not.toBeChecked();
  await expect(status).toBeFocused();
  const code = dialog.getByRole('textbox', { name: 'Code' });
  await expectFocusIsKept(page, {
    opener: page.getByRole('button', { name: `Edit: ${name}` }),
    dialog: dialog.filter({ has: page.getByRole('heading', { name: `Edit token: ${name}` }) }),
    first: code,
    fill: () => code.fill(`${name}-more`),
    saves: '**/api/wladmin/token/*',
  });
});

test('two at once: who was first is named, and what both changed; a used one is not edited', {
  tag: '@deep',
}, async ({ page }) => {
  const name = unique('both');
  const { body } = await they('POST', 'token', { token_data: { code: name, amount: 5 } });
  await open(page, `/tokens?code=%23${body.token.id}&edit=${body.token.id}`);
  const dialog = page.getByRole('dialog', { name: `Edit token: ${name}` });
  await dialog.getByRole('textbox', { name: 'Amount, LiL-T' }).fill('6');
  await they('PATCH', `token/${body.token.id}`, { token_data: { amount: 7, expiry_date: '2999-01-01' } });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const notice = dialog.getByRole('alert').filter({ hasText: 'superadmin@example.com saved this' });
  await notice.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(dialog).toHaveCount(0);
  const { token } = (await they('GET', `token/${body.token.id}`)).body;
  expect(token).toMatchObject({ amount: 6, expiry_date: '2999-01-01' });

  await page.goto('/tokens?code=BIRTHDAY50');
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await page.goto('/tokens?edit=1');
  await expect(page.getByRole('dialog')).toContainText('You can only activate or deactivate it');
});

test('by keyboard: fifty codes and their file in 20 keys; Enter too early adds none', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const writes = writesOf(page);
  const keys = keysOf(page);
  await keys.type('gk');
  await expect(page.getByRole('heading', { level: 1, name: 'LiL tokens' })).toBeVisible();
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await keys.press('c');
  const dialog = page.getByRole('dialog', { name: 'Add token' });
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await keys.to('Tab', dialog.getByRole('textbox', { name: 'Quantity' }));
  await keys.type('50');
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeDisabled();
  await keys.press('Enter');
  await expect(dialog.getByText('Enter an amount')).toBeVisible();
  await expect(dialog.getByText('Enter a code')).toHaveCount(0);
  await expect(dialog.getByRole('textbox', { name: 'Amount, LiL-T' })).toBeFocused();
  expect(writes).toEqual([]);
  await keys.type('10');
  await keys.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: '50 tokens added' })).toBeVisible();
  const token_data = { quantity: 50, amount: 10, expiry_date: '', status: true };
  expect(writes).toEqual([{ path: 'tokens', body: { token_data }, key: expect.any(String) }]);
  await expect(page.locator('tr[data-row]')).toHaveCount(50);
  await expect(page.locator('tr[data-row]').first()).toHaveAttribute('data-added');
  const file = page.locator('main').getByRole('button', { name: 'Download CSV' });
  await keys.to('Shift+Tab', file);
  const [download] = await Promise.all([page.waitForEvent('download'), keys.press('Enter')]);
  expect(keys.count).toBeLessThanOrEqual(20);
  expect(await codesIn(download)).toEqual(await codesOn(page));
});

test('tokens added together: their file from the toast, the way to all and back, and one code again', async ({
  page,
}) => {
  await holdToasts(page);
  await open(page, '/tokens?code=BIRTHDAY50');
  await page.getByRole('button', { name: 'Add token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add token' });
  const code = dialog.getByRole('textbox', { name: 'Code' });
  const quantity = dialog.getByRole('textbox', { name: 'Quantity' });
  await code.fill('kept-while-not-needed');
  await quantity.fill('0');
  await dialog.getByRole('textbox', { name: 'Amount, LiL-T' }).fill('2.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Must be at least 1')).toBeVisible();
  await quantity.fill('1');
  await expect(code).toHaveValue('kept-while-not-needed');
  await quantity.fill('3');
  await expect(code).toHaveAttribute('placeholder', '3 generated codes');
  await dialog.getByRole('button', { name: 'Add 3 tokens' }).dblclick();
  const toast = page.getByRole('status').filter({ hasText: '3 tokens added' });
  await expect(toast).toHaveCount(1);
  await expect(page.locator('tr[data-row]')).toHaveCount(3);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    toast.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const added = await codesOn(page);
  expect(await codesIn(download)).toEqual(added);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Show all tokens' }).click();
  await expect.poll(async () => (await codesOn(page)).length).toBe(50);
  await rowOf(page, added[0] ?? '')
    .getByRole('link', { name: /^Show batch/ })
    .click();
  await expect.poll(() => codesOn(page)).toEqual(added);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/code=BIRTHDAY50/);
  await expect(dialog).toHaveCount(0);
});

test('a used token names who used it, and has no switch; it is deactivated in its menu', {
  tag: '@deep',
}, async ({ page }) => {
  const used = (await they('GET', 'tokens?sort_by=used&sort_dest=desc')).body.tokens.find(
    (token: { status: number }) => token.status === 1,
  );
  await open(page, `/tokens?code=%23${used.id}`);
  const row = rowOf(page, used.code);
  await expect(row.getByRole('link', { name: used.used_by.name })).toHaveAttribute(
    'href',
    `/users/${used.used_by.id}`,
  );
  await expect(row.getByText('Used', { exact: true })).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Edit: / })).toHaveCount(0);
  for (const [verb, said] of [
    ['Deactivate', 'Inactive'],
    ['Activate', 'Used'],
  ] as const) {
    await row.getByRole('button', { name: `More: ${used.code}` }).press('Enter');
    await page.getByRole('menuitem', { name: `Status: ${verb}` }).press('Enter');
    await expect(row.getByText(said, { exact: true })).toBeVisible();
  }
});

test('whoever is bound to a program finds no such screen', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'programadmin');
  await page.goto('/coupons');
  await expect(page.getByRole('link', { name: 'Programs coupons' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'LiL tokens' })).toHaveCount(0);
  await page.goto('/tokens');
  await expect(page.getByRole('heading', { name: 'No access to LiL tokens' })).toBeVisible();
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`nothing for axe to find, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, '/tokens?code=welcome');
    await expect(page.getByText('Expired')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter a code')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/tokens?code=welcome');
    await expectAccessible(page);
  });
}

async function open(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank') await signIn(page, 'superadmin');
  await page.goto(address);
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
}

function rowOf(page: Page, code: string): Locator {
  return page.locator('tr[data-row]').filter({ has: page.getByText(code, { exact: true }) });
}

/** Codes of the rows, in alphabetical order. */
async function codesOn(page: Page): Promise<string[]> {
  const codes = await page.locator('tr[data-row] th').allInnerTexts();
  // One that was just added is marked as new behind its code.
  return codes.map((code) => code.trim().split(/\s/)[0] ?? '').toSorted();
}

/** Codes of a file of the list, in alphabetical order. */
async function codesIn(download: Download): Promise<string[]> {
  const [, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  return lines.map((line) => line.split(',')[1] ?? '').toSorted();
}

function unique(word: string): string {
  made += 1;
  return `${word}-${Date.now()}-${made}`;
}
