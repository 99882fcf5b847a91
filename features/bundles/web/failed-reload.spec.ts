import { expect, test } from '@playwright/test';
import { signIn } from '../../../test/e2e/session.ts';

/** A class that is no bundle yet; nothing is saved for good here. */
const BUNDLE = 40;

test('what was added outlives a reload of the bundle that fails, and a search that fails', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto(`/bundle-classes/${BUNDLE}`);
  const inside = page.getByRole('region', { name: 'In the bundle' });
  const search = page.getByRole('region', { name: 'Classes to add' });
  await expect(search.locator('[data-row]').first()).toBeVisible();
  let fails = false;
  // What is added while the save is on its way is still to be sent when the bundle is loaded again.
  await page.route(`**/api/wladmin/class/${BUNDLE}/bundles`, async (route) => {
    fails = true;
    await search.getByRole('button', { name: /^Add .*#5$/ }).click();
    await route.fulfill({ json: { bundles: [], updated_at: new Date().toISOString() } });
  });
  await page.route(
    (url) => url.pathname === `/api/wladmin/class/${BUNDLE}` || url.pathname === '/api/wladmin/classes',
    (route) =>
      fails ? route.fulfill({ status: 500, json: { message: 'It is away', code: 'X' } }) : route.continue(),
  );
  await search.getByRole('button', { name: 'Save' }).click();
  const alerts = page.getByRole('alert').filter({ hasText: 'It is away' });
  await expect(alerts).toHaveCount(2);
  await expect(inside.locator('[data-row="5"]')).toContainText('added');
  await expect(search.locator('[data-row="5"]')).toContainText('Added');

  fails = false;
  await alerts.first().getByRole('button', { name: 'Retry' }).click();
  await alerts.last().getByRole('button', { name: 'Retry' }).click();
  await expect(alerts).toHaveCount(0);
  await expect(inside.locator('[data-row="5"]')).toContainText('added');
});
