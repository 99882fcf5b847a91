import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../accessible.ts';
import { signIn } from '../session.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('the menu stands in 900 pixels on any screen, its groups fold by keyboard, and the device remembers', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const money = page.getByRole('navigation', { name: 'Screens' }).getByRole('list', { name: 'Money' });
  const group = (name: string) => menu(page).getByRole('button', { name, exact: true });
  // A present screen opens its group, which cannot be folded meanwhile.
  for (const [path, name] of [
    ['/', null],
    ['/audit', 'Settings'],
    ['/giveaways/products', 'Events & giveaways'],
    ['/banners', 'Marketing'],
  ] as const) {
    await page.goto(path);
    await expect(menu(page).locator('[aria-current="page"]')).toBeVisible();
    expect(await menu(page).evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBeLessThanOrEqual(0);
    if (name) await expect(group(name)).toHaveCount(0);
  }
  await expect(group('Settings')).toHaveAttribute('aria-expanded', 'false');
  await expect(group('Money')).toHaveAttribute('aria-expanded', 'true');
  await group('Money').focus();
  await page.keyboard.press('Enter');
  await expect(money).toHaveCount(0);
  await expect(group('Money')).toBeFocused();
  await expectAccessible(page, 'folded');
  await page.reload();
  await expect(group('Money')).toHaveAttribute('aria-expanded', 'false');
  await page.goto('/refunds');
  await expect(money).toBeVisible();
});

test('a screen is pinned to the top and unpinned by keyboard, and the device remembers', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/');
  const pinned = menu(page).getByRole('list', { name: 'Pinned' });
  const link = menu(page).getByRole('link', { name: 'Site users' });
  await link.focus();
  await page.keyboard.press('Tab');
  await expect(menu(page).getByRole('button', { name: 'Pin Site users to the top' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(pinned.getByRole('link')).toHaveText(['Site users']);
  await expect(link).toHaveCount(1);
  await expect(link).toBeFocused();
  await page.reload();
  await expect(pinned.getByRole('link')).toHaveText(['Site users']);
  await link.focus();
  await expectAccessible(page, 'pinned');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(pinned).toHaveCount(0);
  await expect(link).toBeFocused();
});

test('on a phone the menu folds and pins as well', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'superadmin');
  await page.goto('/');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await menu(page).getByRole('button', { name: 'Settings', exact: true }).click();
  await menu(page).getByRole('button', { name: 'Pin Audit to the top' }).click();
  await expect(menu(page).getByRole('list', { name: 'Pinned' }).getByRole('link')).toHaveText(['Audit']);
  await expectToFit(page);
  await expectAccessible(page, 'the menu of a phone');
  await menu(page).getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
});

function menu(page: Page) {
  return page.getByRole('navigation', { name: 'Screens' });
}
