/** The own password on My account, by keyboard and without any right over admin users. */
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../../../test/e2e/accessible.ts';
import { apiAs } from '../../../../test/e2e/api.ts';
import { tabTo } from '../../../../test/e2e/keyboard.ts';
import { signInAs } from '../../../../test/e2e/session.ts';

const PASSWORD = 'given by a colleague';
const CHOSEN = 'chosen on my account';

test('by keyboard: is changed by whoever enters the present one, and signs in from then on', async ({
  page,
  browser,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const email = `own-${crypto.randomUUID()}@example.com`;
  const user_data = { email, password: PASSWORD, program_id: 0, permissions: ['events'] };
  expect((await they('POST', 'user', { user_data })).status).toBe(200);
  const elsewhere = await (await browser.newContext({ baseURL })).newPage();
  await signInAs(elsewhere, email, PASSWORD);
  await signInAs(page, email, PASSWORD);
  await page.goto('/account');
  await tabTo(page, page.getByRole('button', { name: 'Change password…' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await expect(dialog.getByRole('textbox', { name: 'Current password' })).toBeFocused();
  await expectAccessible(page, 'change password');
  await page.keyboard.type('a wrong one');
  await tabTo(page, dialog.getByRole('textbox', { name: 'New password' }));
  await page.keyboard.type(CHOSEN);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your password')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await elsewhere.goto('/account');
  await expect(elsewhere.getByRole('button', { name: 'Get Started' })).toBeVisible();
  await signInAs(elsewhere, email, CHOSEN);
});
