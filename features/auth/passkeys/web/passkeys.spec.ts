/** Passkeys with the browser's own virtual authenticator, by keyboard: added, signed in with alone, stepped up with, removed. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../../test/e2e/accessible.ts';
import { apiAs } from '../../../../test/e2e/api.ts';
import { tabTo } from '../../../../test/e2e/keyboard.ts';
import { signInAs } from '../../../../test/e2e/session.ts';

const PASSWORD = 'chosen by myself';

/** The address at which browsers know passkeys. */
const hostOf = (baseURL = '') => baseURL.replace('127.0.0.1', 'localhost');

async function newAdmin(baseURL: string | undefined, permissions = ['superadmin']) {
  const they = await apiAs(baseURL, 'superadmin');
  const email = `passkeys-${crypto.randomUUID()}@example.com`;
  const user_data = { email, password: PASSWORD, program_id: 0, permissions };
  expect((await they('POST', 'user', { user_data })).status).toBe(200);
  return email;
}

/** An authenticator that says yes to whatever it is asked, until it is told to be away. */
async function withAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Fails where it is asked for finger, face or PIN. */
    knowsOwner: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole('button', { name }));
  await page.keyboard.press('Enter');
}

async function addFirst(page: Page): Promise<string[]> {
  await page.goto(new URL('/account', page.url()).href);
  await press(page, 'Add a passkey');
  const kept = page.getByRole('group', { name: 'Recovery codes' });
  await expect(kept.getByRole('button', { name: 'Copy' })).toBeFocused();
  const codes = await kept.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await expectAccessible(page, 'recovery codes');
  await press(page, "I've kept them");
  await expect(page.getByRole('table', { name: 'Passkeys' })).toBeVisible();
  return codes;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.pathname === '/login');
}

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' });

test('by keyboard: a passkey is added, signs in alone, steps up, is renamed and removed', async ({
  page,
  baseURL,
}) => {
  const email = await newAdmin(baseURL);
  const authenticator = await withAuthenticator(page);
  await page.goto(`${hostOf(baseURL)}/login`);
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await expectAccessible(page, 'the sign-in');
  await signInAs(page, email, PASSWORD);
  await addFirst(page);
  await expectAccessible(page, 'My account');
  await expect(page.getByText('After your password, signing in asks for a passkey.')).toBeVisible();

  await press(page, /^Rename: /);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('rowheader', { name: 'Work laptop' })).toBeVisible();

  await press(page, 'Add a passkey');
  await expect(page.getByText('This device already has a passkey of your account.')).toBeVisible();

  await signOut(page);
  await press(page, 'Use a passkey');
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();

  // As the server answers to a session that nobody has proven for ten minutes.
  let refused = 0;
  await page.route('**/api/wladmin/security-settings', (route, request) => {
    if (request.method() !== 'PATCH' || refused > 0) return route.continue();
    refused += 1;
    const message = 'Enter your password again to go on';
    return route.fulfill({ status: 401, json: { message, code: 'STEP_UP' } });
  });
  await page.goto(`${hostOf(baseURL)}/settings/security`);
  await page.getByRole('button', { name: 'Edit' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Edit security settings' });
  await form.getByRole('textbox', { name: 'A session ends without use after (hours)' }).fill('11');
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog', { name: "Confirm that it's you" });
  const usePasskey = question.getByRole('button', { name: 'Use a passkey' });
  await expect(question.getByRole('textbox', { name: 'Your password' })).toBeFocused();
  await expect(usePasskey).toBeVisible();
  await expectAccessible(page, 'the question');
  await authenticator.knowsOwner(false);
  await tabTo(page, usePasskey);
  await page.keyboard.press('Enter');
  await expect(question.getByRole('alert')).toContainText('No passkey was used');
  await authenticator.knowsOwner(true);
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(page.getByText('11 hours')).toBeVisible();
  const they = await apiAs(baseURL, 'superadmin');
  expect((await they('PATCH', 'security-settings', { idle_hours: 8 })).status).toBe(200);

  await page.goto(`${hostOf(baseURL)}/account`);
  await press(page, 'Remove: Work laptop');
  const dialog = page.getByRole('dialog', { name: 'Remove passkey: Work laptop' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page, 'removing');
  await expect(dialog.getByText(/Signing in will ask for your password alone/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByText('Passkey removed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused();
  await signOut(page);
  await press(page, 'Use a passkey');
  await expect(page.locator('form').getByRole('alert')).toHaveText(
    'This passkey opens no account here. Try again, or sign in with your password.',
  );
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeFocused();
});

test('on a phone: after the password a passkey or a recovery code is asked for', async ({
  page,
  baseURL,
}) => {
  const email = await newAdmin(baseURL, ['events']);
  await page.setViewportSize({ width: 390, height: 844 });
  const authenticator = await withAuthenticator(page);
  await page.goto(`${hostOf(baseURL)}/login`);
  await signInAs(page, email, PASSWORD);
  const codes = await addFirst(page);
  await expect(page.getByText('On one device').filter({ visible: true })).toHaveCount(1);
  await expectToFit(page, 'My account');
  await expectAccessible(page, 'My account on a phone');
  const askedAgain = async () => {
    await page.context().clearCookies();
    await page.goto(`${hostOf(baseURL)}/login`);
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: "Confirm that it's you" })).toBeVisible();
  };
  await askedAgain();
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeFocused();
  await expectToFit(page, 'the second step');
  await expectAccessible(page, 'the second step');
  await authenticator.knowsOwner(false);
  await page.keyboard.press('Enter');
  await expect(page.locator('form').getByRole('alert')).toContainText('No passkey was used');
  await authenticator.knowsOwner(true);
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter');
  await expect(home(page)).toBeVisible();
  await askedAgain();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(home(page)).toBeVisible();
});

test('the last passkey that a demand rests on is removed with words of what comes then', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const email = await newAdmin(baseURL, ['events']);
  await withAuthenticator(page);
  await page.goto(`${hostOf(baseURL)}/login`);
  await signInAs(page, email, PASSWORD);
  await addFirst(page);
  // What the setting says to everybody, said to this page: the others of the demo go on.
  await page.route('**/api/wladmin/account/second-factor', async (route) => {
    const response = await route.fetch();
    const { second_factor } = await response.json();
    await route.fulfill({ response, json: { second_factor: { ...second_factor, demanded: 1 } } });
  });
  await page.reload();
  await press(page, /^Remove: /);
  const dialog = page.getByRole('dialog', { name: /^Remove passkey/ });
  await expect(dialog.getByText(/you have to set up a second factor before you can go on/)).toBeVisible();
});

test('at an address without passkeys no button is offered, and My account says where they work', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const email = await newAdmin(baseURL, ['events']);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
  await signInAs(page, email, PASSWORD);
  await page.goto('/account');
  await expect(page.getByText(`Passkeys work at ${hostOf(baseURL)} only.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  await expectAccessible(page, 'My account elsewhere');
});
