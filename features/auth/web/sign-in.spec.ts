import { expect, type Page, test } from '@playwright/test';
import manifest from '../../../package.json' with { type: 'json' };
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { DEMO_PASSWORD, signIn, signInAs } from '../../../test/e2e/session.ts';

test('a link into the application leads to the sign-in and back, with what stood in it', async ({ page }) => {
  await page.goto('/audit?entity=admin');
  await expect(page).toHaveURL(/\/login\?to=/);
  await signInAs(page, 'superadmin@example.com', DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/audit\?entity=admin$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeFocused();
  await expect(page).toHaveTitle('Audit · Provost');
  await expect(page.getByRole('combobox', { name: 'Entity' })).toHaveValue('admin user');
});

test('a link to another site does not lead there', async ({ page }) => {
  await page.goto('/login?to=//example.org/x');
  await signInAs(page, 'superadmin@example.com', DEMO_PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('a wrong password is told in the form and by no toast', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('wrong-password');
  await page.getByRole('button', { name: 'Get Started' }).click();
  const form = page.locator('form');
  await expect(form.getByRole('alert')).toHaveText('The email or the password is wrong.');
  await expect(page.getByRole('button', { name: /^Close the message/ })).toHaveCount(0);
  await expect(page).toHaveURL(/\/login$/);
});

test('what the form can see is wrong is not sent', { tag: '@deep' }, async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/wladmin/auth')) sent.push(request.url());
  });
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('ab');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.getByText('This is not an email address')).toBeVisible();
  await expect(page.getByText('At least 3 characters')).toBeVisible();
  const password = page.getByRole('textbox', { name: 'Password', exact: true });
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await password.fill('abc');
  await expect(password).not.toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);
});

test('too many tries say how long to wait', { tag: '@deep' }, async ({ page }) => {
  await page.route('**/api/wladmin/auth', (route) =>
    route.fulfill({
      status: 429,
      json: { message: 'Too many attempts', code: 'TOO_MANY_REQUESTS', retry_after: 840 },
    }),
  );
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('wrong-password');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.locator('form').getByRole('alert')).toHaveText(
    'Too many attempts. Try again in 14 minutes.',
  );
});

test('a reload and five tabs at once keep the session', async ({ page, context }) => {
  await signIn(page, 'superadmin');
  await page.goto('/');
  const tabs = await Promise.all(Array.from({ length: 5 }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto('/admins')));
  for (const tab of tabs) await expect(tab.getByRole('rowheader').first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('a reload while the database is away says so, and goes on where it was once it is back', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'superadmin');
  const gone = '**/api/wladmin/auth/refresh';
  const message = 'The database is not responding. Try again in a few seconds.';
  await page.route(gone, (route) => route.fulfill({ status: 503, json: { message, code: 'UNAVAILABLE' } }));
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/audit?entity=admin');
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  await expectAccessible(page);
  const answered = page.waitForResponse(gone);
  await page.getByRole('button', { name: 'Retry' }).click();
  await answered;
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  await page.unroute(gone);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Filters 1 set' })).toBeVisible();
  await expect(page).toHaveURL(/entity=admin$/);
});

test('a token that the server no longer takes is exchanged once, unseen', { tag: '@deep' }, async ({
  page,
}) => {
  let refused = 0;
  let exchanged = 0;
  await signIn(page, 'superadmin');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) exchanged += 1;
  });
  await page.route('**/api/wladmin/users*', (route) => {
    if (refused > 0) return route.continue();
    refused += 1;
    return route.fulfill({ status: 401, json: { message: 'Sign in', code: 'UNAUTHORIZED' } });
  });
  const menu = page.getByRole('navigation', { name: 'Screens' });
  await menu.getByRole('button', { name: 'Settings', exact: true }).click();
  await menu.getByRole('link', { name: 'Admin users' }).click();
  // The Dashboard has rows as well, and stands until the list has come.
  await expect(page.getByRole('table', { name: 'Admin users' }).getByRole('rowheader').first()).toBeVisible();
  expect(refused).toBe(1);
  expect(exchanged).toBe(1);
});

test('signing out ends the session in every tab', async ({ page, context }) => {
  await signIn(page, 'superadmin');
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/admins');
  await expect(other.getByRole('rowheader').first()).toBeVisible();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByText(`Provost ${manifest.version}`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
  await other.goto('/admins');
  await expect(other).toHaveURL(/\/login/);
});

test('signing out leaves nothing of what was read in the memory of the page', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/admins');
  const email = 'bookkeeping@example.com';
  await expect(page.getByText(email).first()).toBeVisible();
  expect(await isInMemory(page, email)).toBe(true);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
  await expect.poll(() => isInMemory(page, email)).toBe(false);
});

/** Looks through a snapshot of all that scripts of the page can still reach. */
async function isInMemory(page: Page, text: string): Promise<boolean> {
  const devtools = await page.context().newCDPSession(page);
  let snapshot = '';
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    snapshot += chunk;
  });
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await devtools.detach();
  return snapshot.includes(text);
}

test('recovery answers with the exact text', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
  await page.getByRole('button', { name: 'Recover' }).click();
  await expect(page.getByText('Check your email for further instructions', { exact: true })).toBeVisible();
});

test('a recovery that fails shows a note in the form alone', { tag: '@deep' }, async ({ page }) => {
  await page.route('**/recover-password', (route) =>
    route.fulfill({ status: 500, json: { message: 'Broken', code: 'X' } }),
  );
  await page.goto('/forgot-password');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
  await page.getByRole('button', { name: 'Recover' }).click();
  await expect(page.locator('form').getByRole('status')).toHaveText('Not sent');
  await expect(page.getByRole('button', { name: /^Close the message/ })).toHaveCount(0);
});

test('a new password: mismatch and failure have their exact texts', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/set-new-password#no-such-token');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('abcd');
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('abce');
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await expect(page.getByText("Password doesn't match", { exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('abcd');
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await expect(page.getByRole('alert').getByText('Error! Try again.', { exact: true })).toBeVisible();
});

test('a new password that is refused says why at its field, which gets the focus', async ({ page }) => {
  await page.goto('/set-new-password#no-such-token');
  const password = page.getByRole('textbox', { name: 'Password', exact: true });
  await expect(password).toBeFocused();
  await page.keyboard.type('123456');
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/10,000 most common passwords/)).toBeVisible();
  await expect(password).toBeFocused();
  await expect(page.getByText('Error! Try again.')).toHaveCount(0);
});

test('a button that is pressed by keyboard keeps the focus while it works, and once it is refused', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
  const recover = page.getByRole('button', { name: 'Recover' });
  await tabTo(page, recover);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Check your email for further instructions')).toBeVisible();
  await expect(recover).toBeFocused();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('wrong-password');
  const start = page.getByRole('button', { name: 'Get Started' });
  await tabTo(page, start);
  await page.keyboard.press('Enter');
  await expect(page.locator('form').getByRole('alert')).toHaveText('The email or the password is wrong.');
  await expect(start).toBeFocused();
});

test('the strength of a new password is said in words, refuses nothing, and pasting works', {
  tag: '@deep',
}, async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/set-new-password#no-such-token');
  const password = page.getByRole('textbox', { name: 'Password', exact: true });
  const meter = page.getByRole('meter', { name: 'Password strength' });
  await expect(password).toHaveAttribute('autocomplete', 'new-password');
  await expect(meter).toHaveCount(0);
  expect(loaded.filter((url) => url.includes('password-estimate'))).toEqual([]);
  await password.fill('password');
  await expect(meter).toHaveAttribute('aria-valuetext', 'very weak');
  await expect(
    page.getByText('Password strength: very weak. Make it longer, for example with another word.'),
  ).toBeVisible();
  await expectAccessible(page, 'a weak password');
  await password.fill('');
  await expect(meter).toHaveCount(0);
  const long = `tram window otter brass ${'x1Ä€ '.repeat(30)}`.slice(0, 160);
  await password.evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const isTaken = input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
    if (!isTaken) throw new Error('the form keeps the browser from pasting');
  }, long);
  await password.fill(long);
  await expect(password).toHaveValue(long);
  await expect(meter).toHaveAttribute('aria-valuenow', '4');
  await expectAccessible(page, 'a strong password');
  await password.fill('abc');
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('abc');
  const sent = page.waitForRequest('**/api/wladmin/change-password');
  await page.getByRole('button', { name: 'Set New Password' }).click();
  expect((await sent).postDataJSON().password).toBe('abc');
});

for (const { where, address, tag } of [
  { where: 'behind the #', address: '/set-new-password#the-token', tag: [] },
  { where: 'in the path', address: '/set-new-password/the-token', tag: '@deep' },
]) {
  test(`a token ${where} leaves the address bar and is sent in the body alone`, { tag }, async ({ page }) => {
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.route('**/api/wladmin/change-password', (route) =>
      route.fulfill({ json: { message: 'Your new password is set' } }),
    );
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Set new password' })).toBeVisible();
    await expect(page).toHaveURL(/\/set-new-password$/);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('abcd');
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('abcd');
    const sent = page.waitForRequest('**/api/wladmin/change-password');
    await page.getByRole('button', { name: 'Set New Password' }).click();
    expect((await sent).postDataJSON()).toEqual({ token: 'the-token', password: 'abcd' });
    await expect(page).toHaveURL(/\/login$/);
    // The page itself is asked for with a token that stands in its path; nothing after it is.
    const told = addresses.slice(1).filter((url) => url.includes('the-token'));
    expect(told).toEqual([]);
    expect(addresses[0]?.includes('the-token')).toBe(where === 'in the path');
  });
}
