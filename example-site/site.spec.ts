import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../test/e2e/accessible.ts';

const SITE = '/site/brightside';
const CLASS = `${SITE}/classes/1`;

async function signUp(
  page: Page,
  words: { sign_up: string; first_name: string; last_name: string; password: string },
) {
  await page.getByRole('textbox', { name: words.first_name }).fill('Grete');
  await page.getByRole('textbox', { name: words.last_name }).fill('Hermann');
  const email = page.getByRole('textbox', { name: /^E-?mail$/i });
  await email.fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel(words.password).fill('a password of hers');
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

const LOOKS = [
  { colorScheme: 'light', width: 390, language: 'de' },
  { colorScheme: 'dark', width: 390, language: 'ja' },
  { colorScheme: 'light', width: 1440, language: 'ar' },
  { colorScheme: 'dark', width: 1440, language: 'en' },
] as const;

for (const { colorScheme, width, language } of LOOKS) {
  test(`nothing that axe finds at ${width} pixels, ${colorScheme}, in ${language}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const paths = ['', '/classes', '/classes/1', '/events', '/events/7', '/gifts', '/sign-in', '/nowhere'];
    for (const path of paths) {
      await page.goto(`${SITE}${path}?locale=${language}`);
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
      await expectAccessible(page, path);
      await expectToFit(page, path);
    }
  });
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

test('keeps a language that was chosen', async ({ page }) => {
  await page.goto(SITE);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('link', { name: 'Se connecter' })).toBeVisible();
  await page.goto(`${SITE}/classes`);
  await expect(page.getByRole('heading', { name: 'Cours', exact: true })).toBeVisible();
});
