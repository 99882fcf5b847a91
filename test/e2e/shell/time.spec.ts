import { expect, test } from '@playwright/test';
import { signIn } from '../session.ts';

test('a time goes on while one reads, and its title has the date', { tag: '@deep' }, async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'superadmin');
  await page.goto('/audit');
  const first = page.locator('main tbody time').first();
  await expect(first).toHaveText(/^(now|1 min ago)$/);
  await expect(first).toHaveAttribute('title', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  await page.clock.fastForward('05:00');
  await expect(first).toHaveText(/^[56] min ago$/);
});
