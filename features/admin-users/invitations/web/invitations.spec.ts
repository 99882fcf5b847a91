/** Colleagues are invited, and come in by their link: by keyboard, on a screen of each size. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../../test/e2e/accessible.ts';
import { apiAs } from '../../../../test/e2e/api.ts';
import { mailTo } from '../../../../test/e2e/mailbox.ts';
import { signIn } from '../../../../test/e2e/session.ts';

const PASSWORD = 'chosen by myself';
const ENDED = 'This invitation was used or has ended. Ask your administrator for a new one.';

const newEmail = () => `invited-${Date.now()}-${Math.round(Math.random() * 1e6)}@example.com`;

async function linkTo(email: string, count = 1): Promise<string> {
  return /\/accept-invitation#[\w-]{43}/.exec(await mailTo(email, count))?.[0] ?? '';
}

async function invite(baseURL: string | undefined, email: string): Promise<number> {
  const they = await apiAs(baseURL, 'superadmin');
  const user_data = { email, program_id: 2, permissions: ['events', 'audit'] };
  const { status, body } = await they('POST', 'user/invitation', { user_data });
  expect(status).toBe(200);
  return body.user.id;
}

async function lastPage(page: Page, baseURL: string | undefined): Promise<void> {
  const they = await apiAs(baseURL, 'superadmin');
  await page.goto(`/admins?page=${Math.ceil((await they('GET', 'users?page=1')).body.count / 10)}`);
}

const elsewhere = async (browser: Browser, baseURL: string | undefined) =>
  (await browser.newContext({ baseURL })).newPage();

test('a colleague is invited by the form, chooses a password by keyboard, and works', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = newEmail();
  await signIn(page, 'superadmin');
  await page.goto('/admins?add=1');
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await expect(dialog.getByRole('radio', { name: 'Send an invitation' })).toBeChecked();
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toHaveCount(0);
  await expectAccessible(page, 'the form');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('combobox', { name: 'Program' }).click();
  await page.getByRole('option', { name: 'Global site (all programs)' }).click();
  await dialog.getByRole('combobox', { name: 'Permissions' }).click();
  await page.getByRole('option', { name: 'Audit' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Invitation sent', { exact: true })).toBeVisible();
  const row = page.getByRole('rowheader', { name: email });
  await expect(row).toContainText('Invited · ends in 23 h');
  await expectAccessible(page, 'the list');

  const theirs = await elsewhere(browser, baseURL);
  await theirs.goto(await linkTo(email));
  await expect(theirs).toHaveURL(/\/accept-invitation$/);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Join Provost' })).toBeVisible();
  await expect(theirs.getByText('superadmin@example.com invited you.')).toBeVisible();
  await expect(theirs.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  const password = theirs.getByRole('textbox', { name: 'Password', exact: true });
  await expect(password).toBeFocused();
  await expectAccessible(theirs, 'the link');
  // Enter with a text that does not match sends nothing.
  await theirs.keyboard.type('password');
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByText('Enter the password again')).toBeVisible();
  const again = theirs.getByRole('textbox', { name: 'Confirm password' });
  await again.fill('password');
  await again.press('Enter');
  await expect(theirs.getByText(/10,000 most common passwords/)).toBeVisible();
  await password.fill(PASSWORD);
  await again.fill(PASSWORD);
  await again.press('Enter');
  await expect(theirs.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(theirs.getByRole('link', { name: /^Audit/ })).toBeVisible();

  await page.reload();
  await expect(row).not.toContainText('Invited');
  const late = await elsewhere(browser, baseURL);
  await late.goto(await linkTo(email));
  await expect(late.getByText(ENDED)).toBeVisible();
  await expectAccessible(late, 'a link that was used');
});

test('sent again the earlier link ends; withdrawn the later one does', { tag: '@deep' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const email = newEmail();
  await invite(baseURL, email);
  const first = await linkTo(email);
  await signIn(page, 'superadmin');
  await lastPage(page, baseURL);
  const row = page.getByRole('rowheader', { name: email });
  await expect(row).toContainText('Invited');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText(/^Invited · ends in 23 h · /)).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: `Send again: ${email}` }).click();
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();
  const second = await linkTo(email, 2);
  const theirs = await elsewhere(browser, baseURL);
  await theirs.goto(first);
  await expect(theirs.getByText(ENDED)).toBeVisible();
  await theirs.goto(second);
  await expect(theirs.getByRole('textbox', { name: 'Email' })).toHaveValue(email);

  await page.getByRole('button', { name: `More: ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Withdraw' }).click();
  await expect(row).toContainText('Invitation ended');
  await theirs.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await theirs.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
  await theirs.keyboard.press('Enter');
  await expect(theirs.locator('form').getByRole('alert')).toHaveText(ENDED);
});

test('a link that is cut off or made up says what to do, on a phone in the dark', { tag: '@deep' }, async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [link, words] of [
    ['/accept-invitation', 'This link is incomplete. Open it again from the email.'],
    ['/accept-invitation#made-up', ENDED],
    [`/accept-invitation#${'x'.repeat(300)}`, ENDED],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByText(words)).toBeVisible();
    await expectToFit(page, link);
    await expectAccessible(page, link);
  }
});

test('without a mail server the form says so, and asks for a password', { tag: '@deep' }, async ({
  page,
}) => {
  await page.route('**/api/wladmin/invitation-settings', (route) =>
    route.fulfill({ json: { sends_email: false } }),
  );
  await signIn(page, 'superadmin');
  await page.goto('/admins?add=1');
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await expect(dialog.getByText("Email isn't set up on this server")).toBeVisible();
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
});
