/** The own second factor and sessions, by keyboard; what superadmins demand, see and reset. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expectAccessible, expectToFit } from '../../../../test/e2e/accessible.ts';
import { apiAs } from '../../../../test/e2e/api.ts';
import { tabTo } from '../../../../test/e2e/keyboard.ts';
import { DEMO_PASSWORD, signIn, signInAs } from '../../../../test/e2e/session.ts';
import { keepMine } from '../../../../test/e2e/waiting/keep-mine.ts';

const PASSWORD = 'chosen by myself';
const STEP_MS = 30_000;

/** An account of its own, as one test must not ask the others for codes. */
async function newAdmin(baseURL: string | undefined, permissions = ['events']) {
  const they = await apiAs(baseURL, 'superadmin');
  const email = `account-${crypto.randomUUID()}@example.com`;
  const user_data = { email, password: PASSWORD, program_id: 0, permissions };
  const { status, body } = await they('POST', 'user', { user_data });
  expect(status).toBe(200);
  return { email, id: body.user.id as number };
}

const codeOf = (secret: string, off = 0) =>
  new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp: Date.now() + off });

/** Sets up one-time codes where the screen offers it, and answers their secret and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await tabTo(page, page.getByRole('button', { name: 'Set up one-time codes' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Your password' })).toBeFocused();
  // Nothing is asked for without one.
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter your password')).toBeVisible();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await expectAccessible(page, 'the key');
  const secret = await page.getByRole('textbox', { name: 'Key' }).inputValue();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^This code is wrong or was used already/)).toBeVisible();
  await code.fill(codeOf(secret));
  await page.keyboard.press('Enter');
  const kept = page.getByRole('group', { name: 'Recovery codes' });
  await expect(kept.getByRole('button', { name: 'Copy' })).toBeFocused();
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page, 'recovery codes');
  const codes = await kept.getByRole('listitem').allInnerTexts();
  await tabTo(page, kept.getByRole('button', { name: "I've kept them" }));
  await page.keyboard.press('Enter');
  await expect(kept).toHaveCount(0);
  return { secret, codes };
}

const elsewhere = async (browser: Browser, baseURL: string | undefined) =>
  (await browser.newContext({ baseURL })).newPage();

async function passwordOf(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
}

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' });

test('by keyboard: one-time codes are set up, asked for, and stood in for by a recovery code', async ({
  page,
  browser,
  baseURL,
}) => {
  const { email } = await newAdmin(baseURL);
  await signInAs(page, email, PASSWORD);
  await tabTo(page, page.getByRole('button', { name: `Account of ${email}` }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'My account' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  await expectAccessible(page, 'My account');
  const { secret, codes } = await setUp(page);
  await expect(page.getByText(/10 of 10 recovery codes left/)).toBeVisible();

  const theirs = await elsewhere(browser, baseURL);
  await passwordOf(theirs, email);
  await expectAccessible(theirs, 'the code');
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByText('Enter the code of your device, or a recovery code')).toBeVisible();
  await theirs.keyboard.type('123');
  await theirs.keyboard.press('Enter');
  await expect(theirs.locator('form').getByRole('alert')).toContainText(
    'This code is wrong or was used already',
  );
  await theirs.keyboard.type(codeOf(secret, STEP_MS));
  await theirs.keyboard.press('Enter');
  await expect(home(theirs)).toBeVisible();

  const phone = await elsewhere(browser, baseURL);
  await phone.setViewportSize({ width: 390, height: 844 });
  await passwordOf(phone, email);
  await expectToFit(phone, 'the code');
  await phone.keyboard.type(codes[0]?.toLowerCase() ?? '');
  await phone.keyboard.press('Enter');
  await expect(home(phone)).toBeVisible();
  await phone.goto('/account');
  await expect(phone.getByText(/9 of 10 recovery codes left/)).toBeVisible();
  await expect(phone.getByText(/^If you lose your device, sign in with a recovery code/)).toBeVisible();
  await expect(phone.getByText(/^This session · /)).toBeVisible();
  await expectToFit(phone, 'My account');
  await expectAccessible(phone, 'My account on a phone');

  await page.reload();
  const others = page.getByRole('button', { name: /^End: / });
  await expect(others).toHaveCount(2);
  await others.first().press('Enter');
  await expect(page.getByText('Session ended')).toBeVisible();
  await expect(others).toHaveCount(1);
  await page.getByRole('button', { name: 'End all other sessions' }).press('Enter');
  await expect(others).toHaveCount(0);
  await theirs.goto('/account');
  await expect(theirs).toHaveURL(/\/login/);

  await tabTo(page, page.getByRole('button', { name: 'Remove' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: 'Remove the second factor' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Signing in asks for your password alone/)).toBeVisible();
});

test('whoever has to set one up is led there before anything else, in the dark on a phone, and goes on', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const { email, id } = await newAdmin(baseURL);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  // What the setting does to every account, done to this one: the others of the demo go on.
  const demand = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
    const response = await route.fetch();
    const json = await response.json();
    if (json.user) json.user.needs_second_factor = demanded ? 1 : 0;
    await route.fulfill({ response, json });
  };
  let demanded = true;
  await page.route('**/api/wladmin/auth', demand);
  await page.route('**/api/wladmin/auth/refresh', demand);
  await signInAs(page, email, PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectToFit(page, 'before anything else');
  await expectAccessible(page, 'before anything else');
  await page.goto('/events');
  await expect(page.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible();
  demanded = false;
  const otherWay = page.getByText(/^A passkey signs you in/);
  await expect(otherWay).toBeVisible();
  const begins = page.getByRole('button', { name: 'Set up one-time codes' });
  await begins.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Your password' })).toBeFocused();
  await expect(otherWay).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(otherWay).toBeVisible();
  await expect(begins).toBeFocused();
  await setUp(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Events & giveaways' })).toBeFocused();
  expect(id).toBeGreaterThan(0);
});

test('a superadmin sees a colleague’s sessions, ends one, and resets a lost factor with the own password', async ({
  page,
  browser,
  baseURL,
}) => {
  const { email, id } = await newAdmin(baseURL);
  const theirs = await elsewhere(browser, baseURL);
  await signInAs(theirs, email, PASSWORD);
  await theirs.goto('/account');
  await setUp(theirs);
  await signIn(page, 'superadmin');
  await page.goto(`/admins?sign_in=${id}`);
  const dialog = page.getByRole('dialog', { name: `Sessions: ${email}` });
  await expect(dialog.getByRole('button', { name: /^End: / })).toHaveCount(1);
  await expectAccessible(page, 'sessions');
  await dialog.getByRole('button', { name: 'Reset second factor…' }).press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Your password' })).toBeFocused();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your password')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('None. Signing in asks for the password alone.')).toBeVisible();
  await expect(dialog.getByText('No open session')).toBeVisible();
  await theirs.goto('/account');
  await expect(theirs).toHaveURL(/\/login/);
  await signInAs(theirs, email, PASSWORD);
  await expect(theirs).not.toHaveURL(/\/login/);
});

test('security settings are read and edited; a change by somebody else is told', async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/settings/security');
  await expect(page.getByText('No one', { exact: true })).toBeVisible();
  await expectAccessible(page, 'settings');
  const edit = page.getByRole('button', { name: 'Edit' });
  await edit.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit security settings' });
  await expectAccessible(page, 'the form');
  const hours = dialog.getByRole('textbox', { name: 'A session ends without use after (hours)' });
  await hours.fill('9');
  const they = await apiAs(baseURL, 'superadmin');
  expect((await they('PATCH', 'security-settings', { most_days: 29 })).status).toBe(200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('saved this');
  // Other tests save these settings at the same time.
  await keepMine(dialog, async () => (await dialog.count()) === 0);
  await expect(page.getByText('9 hours')).toBeVisible();
  await expect(edit).toBeFocused();
  expect((await they('PATCH', 'security-settings', { idle_hours: 8, most_days: 30 })).status).toBe(200);
});

test('what moves money asks again in place: Esc sends nothing and keeps the form, the password lets it go on once', async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/settings/security');
  const sent: string[] = [];
  // As the server answers to a session that nobody has proven for ten minutes.
  await page.route('**/api/wladmin/security-settings', (route, request) => {
    if (request.method() !== 'PATCH') return route.continue();
    sent.push(request.postData() ?? '');
    if (sent.length !== 1 && sent.length !== 2) return route.continue();
    const message = 'Enter your password again to go on';
    return route.fulfill({ status: 401, json: { message, code: 'STEP_UP' } });
  });
  await page.getByRole('button', { name: 'Edit' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Edit security settings' });
  await form.getByRole('textbox', { name: 'A session ends without use after (hours)' }).fill('10');
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog', { name: "Confirm that it's you" });
  const password = question.getByRole('textbox', { name: 'Your password' });
  await expect(password).toBeFocused();
  await expectAccessible(page, 'the question');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(form).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'A session ends without use after (hours)' })).toHaveValue(
    '10',
  );
  expect(sent).toHaveLength(1);

  await form.getByRole('button', { name: 'Save' }).click();
  await expect(password).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question.getByText('Enter your password')).toBeVisible();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(question.getByText('This is not your password')).toBeVisible();
  await password.fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(form).toHaveCount(0);
  await expect(page.getByText('10 hours')).toBeVisible();
  expect(sent).toHaveLength(3);
  const they = await apiAs(baseURL, 'superadmin');
  expect((await they('PATCH', 'security-settings', { idle_hours: 8 })).status).toBe(200);
});
