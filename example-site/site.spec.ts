import { expect, type Page, test } from '@playwright/test';
import { inDepth } from '../test/deep.ts';
import { expectAccessible, expectToFit } from '../test/e2e/accessible.ts';

const SITE = '/site/brightside';
const CLASS = `${SITE}/classes/1`;
const PASSWORD = 'a password of hers';

async function signUp(
  page: Page,
  words: { sign_up: string; first_name: string; last_name: string; password: string },
) {
  await page.getByRole('textbox', { name: words.first_name }).fill('Grete');
  await page.getByRole('textbox', { name: words.last_name }).fill('Hermann');
  const email = page.getByRole('textbox', { name: /^E-?mail$/i });
  await email.fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel(words.password).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: words.sign_up }).click();
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('finds a class, signs up, applies a code and pays', async ({ page }) => {
    await page.goto(SITE);
    await page.getByRole('link', { name: 'Classes', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('analytical engine');
    await page.getByRole('button', { name: 'Show', exact: true }).first().click();
    await page.getByRole('link', { name: 'The Analytical Engine for Beginners' }).first().click();
    await page.getByRole('link', { name: 'Buy' }).click();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await signUp(page, {
      sign_up: 'Sign up',
      first_name: 'First name',
      last_name: 'Last name',
      password: 'Password',
    });
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
    const code = page.getByRole('textbox', { name: 'Referral code' });
    await code.fill('nobody');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
    await code.fill('ADA20');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Pay $11.99' }).dblclick();
    await expect(page.getByRole('status')).toHaveText('Thank you! Your place is booked.');
    await expect(page.getByRole('heading', { name: 'The Analytical Engine for Beginners' })).toHaveCount(1);
    await page.getByRole('link', { name: 'Payments' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: '$11.99' })).toHaveCount(1);
  });
});

const PUBLIC = `
  / /classes /classes?q=nothing+like+it /classes/1 /events /events/7 /gifts /pages/spring
  /sign-in /sign-up /recovery /password /nowhere`;
const OF_A_STUDENT = `
  /checkout?class=1&code=ADA20 /checkout?class=1&code=nobody /account?note=bought /account/coins
  /account/tickets /account/purchases /account/payments /events/7`;
const OF_AN_INSTRUCTOR = `
  /account/earnings /account/earnings/${new Date().toISOString().slice(0, 7)} /account/payouts
  /account/payment-method`;

const LOOKS = [
  { colorScheme: 'light', width: 390, language: 'de' },
  { colorScheme: 'dark', width: 390, language: 'ja' },
  { colorScheme: 'light', width: 1440, language: 'ar' },
  { colorScheme: 'dark', width: 1440, language: 'en' },
] as const;

for (const { colorScheme, width, language } of inDepth(LOOKS.slice(0, 1), [...LOOKS])) {
  test(`nothing that axe finds at ${width} pixels, ${colorScheme}, in ${language}`, async ({
    page,
    baseURL,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const look = async (paths: string) => {
      for (const path of paths.trim().split(/\s+/)) {
        await page.goto(`${SITE}${path}${path.includes('?') ? '&' : '?'}locale=${language}`);
        await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
        for (const details of await page.locator('main details').all())
          await details.evaluate((element) => element.setAttribute('open', ''));
        await expectAccessible(page, path);
        await expectToFit(page, path);
      }
    };
    await look(PUBLIC);
    await signInAs(page, await buyer(baseURL));
    await look(OF_A_STUDENT);
    await page.context().clearCookies();
    await signInAs(page, await instructor(baseURL));
    await look(OF_AN_INSTRUCTOR);
  });
}

/** Tells the office what a site tells of its people. */
async function tell(baseURL: string | undefined, path: string, body: object) {
  const answer = await fetch(`${baseURL}/api/site/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer demo-site-key', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status, `${path}: ${await answer.clone().text()}`).toBe(200);
  return (await answer.json()).results[0];
}

/** Somebody with a place, a payment of which a part is asked back, coins, tickets and something to be delivered. */
async function buyer(baseURL: string | undefined): Promise<string> {
  const reference = crypto.randomUUID();
  const email = `${reference}@example.com`;
  const person = { reference, email, password: PASSWORD, first_name: 'Grete', last_name: 'Hermann' };
  const { id: user_id } = await tell(baseURL, 'users', person);
  const sale = { reference, user_id, type: 'class', class_id: 1, amount: 1499, currency: 'USD' };
  const { id: charge_id } = await tell(baseURL, 'charges', sale);
  await tell(baseURL, 'refund-requests', { reference, charge_id, user_id, amount: 500, reason: 'Ill' });
  await tell(baseURL, 'coins', { reference, user_id, amount: 20, reason: 'Quiz' });
  await tell(baseURL, 'tickets', { reference, user_id, event_id: 7, quantity: 2 });
  await tell(baseURL, 'purchases', { reference, user_id, product_id: 1, price: 3.25 });
  return email;
}

async function instructor(baseURL: string | undefined): Promise<string> {
  const email = 'ada.lovelace@example.org';
  await tell(baseURL, 'users', { email, password: PASSWORD });
  return email;
}

async function signInAs(page: Page, email: string) {
  await page.goto(`${SITE}/sign-in`);
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.locator('main button').click();
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
}

test('by keyboard the content is one key away, and each control shows where one is', async ({ page }) => {
  await page.goto(CLASS);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Buy' })).toBeFocused();
  const width = await page
    .getByRole('link', { name: 'Buy' })
    .evaluate((link) => getComputedStyle(link).outlineWidth);
  expect(width).toBe('3px');
});

test('what costs nothing is free, and a gift is shown whole', { tag: '@deep' }, async ({ page, baseURL }) => {
  await page.goto(`${SITE}/classes?q=all+about+engines`);
  const bundle = page.getByRole('listitem').filter({ hasText: 'All about Engines' });
  await expect(bundle.getByText('Free', { exact: true })).toBeVisible();
  const href = await bundle.getByRole('link').getAttribute('href');
  await signInAs(page, await buyer(baseURL));
  await page.goto(`${SITE}/checkout?class=${href?.split('/').at(-1)}`);
  await expect(page.getByText('Free', { exact: true })).toBeVisible();
  await expect(page.getByText('This is a test payment: no money moves.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Buy' })).toBeVisible();
  await page.goto(`${SITE}/account/payments`);
  await expect(page.getByText('Refund: $5.00')).toBeVisible();
  await page.goto(`${SITE}/gifts`);
  await expect(page.locator('.card img').first()).toHaveCSS('object-fit', 'contain');
});

test('keeps a language that was chosen', { tag: '@deep' }, async ({ page }) => {
  await page.goto(SITE);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('link', { name: 'Se connecter' })).toBeVisible();
  await page.goto(`${SITE}/classes`);
  await expect(page.getByRole('heading', { name: 'Cours', exact: true })).toBeVisible();
});
