import { createServer } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES_ALWAYS } from '../../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../../test/e2e/accessible.ts';
import {
  endServer,
  FIRST_ADMIN,
  newDataDir,
  type ServerProcess,
  startServer,
} from '../../../../test/server-process.ts';
import { type SignOnProvider, startSignOnProvider } from '../../../../test/sign-on/sign-on-provider.ts';

test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let provider: SignOnProvider;

test.beforeAll(async () => {
  const port = await freePort();
  // Another site than ours to the browser, as any provider is.
  provider = await startSignOnProvider(`http://127.0.0.1:${port}/api/wladmin/auth/sso/callback`, 'localhost');
  const { clientId, clientSecret } = provider.settings();
  server = await startServer({
    PORT: String(port),
    DATA_DIR: await newDataDir(),
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ONLY: '1',
    OIDC_BREAK_GLASS: FIRST_ADMIN.email,
  });
  const opened = await post('auth', FIRST_ADMIN);
  const user_data = {
    email: 'ada@example.com',
    password: 'never to be used',
    program_id: 0,
    permissions: ['superadmin'],
  };
  const made = await post('user', { user_data }, opened.token);
  expect(made.user.email).toBe('ada@example.com');
  provider.people.set('ada', { email: 'ada@example.com', email_verified: true });
  provider.people.set('stranger', { email: 'stranger@example.com', email_verified: true });
});
test.afterAll(async () => {
  await endServer(server);
  await provider.stop();
});

async function post(path: string, body: unknown, token?: string) {
  const response = await fetch(`${server.address}/api/wladmin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return response.json();
}

const theButton = (page: Page) => page.getByRole('button', { name: 'Sign in with single sign-on' });

/** Types a name at the provider. */
async function enter(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

for (const colorScheme of COLOR_SCHEMES_ALWAYS) {
  test(`the sign-in offers single sign-on first where passwords are shut, on a phone in the ${colorScheme} too`, {
    tag: '@deep',
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${server.address}/login`);
    await expect(theButton(page)).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveCount(0);
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole('button', { name: 'Sign in with a password' }).click();
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await expect(theButton(page)).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('never to be used');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      "Passwords don't work here. Use single sign-on.",
    );
  });
}

test('whoever has no account is told so with the address, and one who cancels is back at the sign-in', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${server.address}/login?to=%2Fadmins`);
  await theButton(page).press('Enter');
  await enter(page, 'stranger');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'There is no account for stranger@example.com. Ask an administrator to add you.',
  );
  await expectAccessible(page);
  await expectToFit(page);
  await page.context().clearCookies({ domain: 'localhost' });
  await theButton(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Single sign-on was cancelled. Nothing was changed.',
  );
  await expect(page).toHaveURL(/to=%2Fadmins/);
});

test('signs in through the provider, and what asks again is confirmed there in a window of its own', async ({
  page,
}) => {
  await page.goto(`${server.address}/settings/security`);
  await theButton(page).click();
  await enter(page, 'ada');
  await expect(page).toHaveURL(`${server.address}/settings/security`);
  await expect(page.getByRole('heading', { level: 1, name: 'Security settings' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Security settings' })).toBeVisible();

  const { form, question, asked } = await saveUnproven(page, '11');
  const confirm = question.getByRole('button', { name: 'Confirm with single sign-on' });
  await expect(confirm).toBeFocused();
  await expect(question.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page, 'the question');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page, 'the question on a phone');
  await expectToFit(page);

  const [cancelled] = await Promise.all([page.waitForEvent('popup'), confirm.click()]);
  await cancelled.getByRole('button', { name: 'Cancel' }).click();
  await expect(question.getByRole('alert')).toHaveText('Single sign-on was cancelled. Nothing was changed.');
  await expect(cancelled.getByRole('heading', { level: 1, name: 'Not confirmed' })).toBeVisible();
  await expectAccessible(cancelled, 'the other window');
  await cancelled.close();

  const [opened] = await Promise.all([page.waitForEvent('popup'), confirm.click()]);
  await enter(opened, 'ada');
  await expect(question).toHaveCount(0);
  await expect(form).toHaveCount(0);
  await expect(page.getByText('11 hours')).toBeVisible();
  expect(asked()).toBe(2);
});

test('the emergency account signs in by its password, and confirms by it or with single sign-on', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${server.address}/login?to=%2Fsettings%2Fsecurity`);
  await page.getByRole('button', { name: 'Sign in with a password' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(FIRST_ADMIN.email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(FIRST_ADMIN.password);
  await page.keyboard.press('Enter');
  const { form, question } = await saveUnproven(page, '12');
  const password = question.getByRole('textbox', { name: 'Your password' });
  await expect(password).toBeFocused();
  await expect(question.getByRole('button', { name: 'Confirm with single sign-on' })).toBeVisible();
  await expectAccessible(page, 'both ways');
  await expectToFit(page);
  await password.fill(FIRST_ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(page.getByText('12 hours')).toBeVisible();
});

/** Saves security settings, as by a session that was proven more than ten minutes ago. */
async function saveUnproven(page: Page, hours: string) {
  let asked = 0;
  await page.route('**/api/wladmin/security-settings', (route, request) => {
    if (request.method() !== 'PATCH' || asked++ > 0) return route.continue();
    return route.fulfill({
      status: 401,
      json: { message: 'Enter your password again to go on', code: 'STEP_UP' },
    });
  });
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit security settings' });
  await form.getByRole('textbox', { name: 'A session ends without use after (hours)' }).fill(hours);
  await form.getByRole('button', { name: 'Save' }).click();
  return { form, question: page.getByRole('dialog', { name: "Confirm that it's you" }), asked: () => asked };
}

test('a provider that is away is told at the button, and the sign-in still opens', { tag: '@deep' }, async ({
  page,
}) => {
  await page.route('**/api/wladmin/auth/sso', (route, request) =>
    request.method() === 'POST'
      ? route.fulfill({
          status: 503,
          json: {
            message: 'Single sign-on is not responding. Try again in a minute.',
            code: 'SERVICE_UNAVAILABLE',
          },
        })
      : route.continue(),
  );
  await page.goto(`${server.address}/login`);
  await theButton(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Single sign-on is not responding. Try again in a minute.',
  );
  await expect(theButton(page)).toBeEnabled();
});

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const address = probe.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    probe.close(() => resolve(port));
  });
  return promise;
}
