import { expect, type Page, test } from '@playwright/test';
import { takeAction } from '../../../test/e2e/row-action.ts';
import { signIn, signInAs } from '../../../test/e2e/session.ts';

const PASSWORD = 'a-long-password';

test.beforeEach(async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/admins');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('a failed check sends nothing and shows no toast, but says what is wrong', { tag: '@deep' }, async ({
  page,
}) => {
  const writes = writesOf(page);
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await dialog.getByRole('radio', { name: 'Set a password' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Enter an email address')).toBeVisible();
  await expect(dialog.getByText('Enter a password')).toBeVisible();
  await expect(dialog.locator('p', { hasText: 'Choose a program' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Close the message/ })).toHaveCount(0);
  expect(writes).toEqual([]);
});

test('an account with one permission: added once, sees its screen and no other, removed', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = `new-${Date.now()}@example.com`;
  const writes = writesOf(page);
  await add(page, email);
  expect(writes).toEqual(['POST']);

  const theirs = await browser.newPage({ baseURL });
  await theirs.goto('/admins');
  await signInAs(theirs, email, PASSWORD);
  await expect(theirs.getByRole('heading', { level: 1, name: 'No access to Admin users' })).toBeVisible();
  const menu = theirs.getByRole('navigation', { name: 'Screens' });
  await expect(menu.getByRole('link', { name: /^Audit/ })).toBeVisible();
  await expect(menu.getByRole('link')).toHaveCount(2);
  await theirs.close();

  await find(page, email);
  await takeAction(page, 'Remove', email);
  const question = page.getByRole('dialog', { name: 'Remove user?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('rowheader', { name: email })).toHaveCount(0);
});

test('the dialog is in the address, is guarded on every way out, and gives the focus back', async ({
  page,
}) => {
  const opener = page.getByRole('button', { name: /^Edit: / }).first();
  const dialog = page.getByRole('dialog', { name: 'Edit user' });
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await opener.click();
  await expect(page).toHaveURL(/\?edit=\d+$/);
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.goto('/admins');
  await opener.click();
  await dialog.getByRole('textbox', { name: 'Email' }).fill('unsaved@example.com');

  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 500),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toHaveCount(0);
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('unsaved@example.com');
  }
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/admins$/);
  await expect(opener).toBeFocused();
});

test('a change by somebody else is told, and either version can win', { tag: '@deep' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const email = `conflict-${Date.now()}@example.com`;
  await add(page, email);
  await find(page, email);
  await page.getByRole('button', { name: `Edit: ${email}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit user' });
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`mine-${email}`);

  const theirs = await browser.newPage({ baseURL });
  await theirs.goto(page.url());
  await signInAs(theirs, 'superadmin@example.com', 'demo-password');
  await theirs.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(`theirs-${email}`);
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(theirs.getByRole('dialog')).toHaveCount(0);
  await theirs.close();

  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Changed by another admin')).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('superadmin@example.com');
  await dialog.getByRole('button', { name: 'Load theirs' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(`theirs-${email}`);
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`mine-${email}`);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('rowheader', { name: `mine-${email}` })).toBeVisible();
});

test('one cannot remove oneself', { tag: '@deep' }, async ({ page }) => {
  await find(page, 'superadmin@example.com');
  await expect(page.getByRole('button', { name: 'Edit: superadmin@example.com' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove: superadmin@example.com' })).toHaveCount(0);
});

test('a superadmin shows their password before they change it, and is asked before they give up the role', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = `boss-${Date.now()}@example.com`;
  await add(page, email, 'Superadmin');
  const own = await browser.newPage({ baseURL });
  await own.goto('/admins');
  await signInAs(own, email, PASSWORD);
  await find(own, email);
  await own.getByRole('button', { name: `Edit: ${email}` }).click();
  const dialog = own.getByRole('dialog', { name: 'Edit user' });
  const current = dialog.getByRole('textbox', { name: 'Current password' });
  await expect(current).toHaveCount(0);
  await dialog.getByLabel('Password', { exact: true }).fill('another long one');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Enter your current password')).toBeVisible();
  await current.fill('a guess');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('This is not your current password').first()).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('');
  await expect(current).toHaveCount(0);

  const writes = writesOf(own);
  await dialog.getByRole('combobox', { name: 'Permissions' }).click();
  await own.getByRole('option', { name: 'Superadmin' }).click();
  await own.getByRole('option', { name: 'Audit' }).click();
  await own.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const question = own.getByRole('dialog', { name: 'Remove your own superadmin role?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await own.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(dialog).toBeVisible();
  expect(writes).toEqual([]);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await question.getByRole('button', { name: 'Remove my role' }).click();
  await expect(dialog).toHaveCount(0);
  expect(writes).toEqual(['PATCH']);
  await own.close();
});

async function add(page: Page, email: string, permission = 'Audit'): Promise<void> {
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('radio', { name: 'Set a password' }).click();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await dialog.getByRole('combobox', { name: 'Program' }).click();
  await page.getByRole('option', { name: 'Global site (all programs)' }).click();
  await dialog.getByRole('combobox', { name: 'Permissions' }).click();
  await page.getByRole('option', { name: permission }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Save', exact: true }).dblclick();
  await expect(dialog).toHaveCount(0);
}

async function find(page: Page, email: string): Promise<void> {
  await page.goto('/admins');
  const row = page.getByRole('rowheader', { name: email, exact: true });
  const next = page.getByRole('link', { name: 'Next page' }).first();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  for (let turns = 0; turns < 20 && (await row.count()) === 0; turns += 1) {
    const answer = page.waitForResponse(/\/api\/wladmin\/users\?/);
    await next.click();
    await answer;
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  }
  await expect(row).toBeVisible();
}

function writesOf(page: Page): string[] {
  const methods: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /\/api\/wladmin\/user(\/|$)/.test(request.url()))
      methods.push(request.method());
  });
  return methods;
}
