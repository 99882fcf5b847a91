import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { signIn } from '../../../test/e2e/session.ts';

test('Home offers what the menu offers, and the search finds the same', async ({ page }) => {
  await signIn(page, 'superadmin');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  const inMenu = await menu.allTextContents();
  expect(inMenu).toContain('Admin users');
  await expect(page.getByRole('main').getByRole('link')).toHaveText(
    inMenu.filter((title) => title !== 'Home'),
  );

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Screen, or # and an id').fill('audit');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeFocused();
});

test('a bound admin sees which program the account is locked to', async ({ page }) => {
  await signIn(page, 'programadmin');
  await expect(page.getByRole('banner').getByText('Locked to the program')).toBeAttached();
});

test('the keyboard reaches the screen past the menu', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/admins');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the screen' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add user' })).toBeFocused();
});

test('an address that leads nowhere says so', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/no/such/screen');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test(`every screen is free of axe violations and fits: ${colorScheme}, ${width} pixels`, async ({
      browser,
      baseURL,
    }) => {
      const context = await browser.newContext({ baseURL, colorScheme, viewport: { width, height: 850 } });
      const page = await context.newPage();
      await page.goto('/login');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await signIn(page, 'superadmin');
      for (const path of ['/', '/admins', '/admins?add=1', '/audit']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        expect((await new AxeBuilder({ page }).analyze()).violations, path).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(
          width,
        );
      }
      await context.close();
    });
  }
}
