import { expect, test } from '@playwright/test';
import { datePresets } from '../../../web/ui/chooser/date-presets.ts';
import { expectAccessible } from '../accessible.ts';
import { signIn } from '../session.ts';

test.use({ timezoneId: 'America/New_York', viewport: { width: 1440, height: 900 } });

test('usual ranges by keyboard, one day alone is said, and cells are of the days of the filter', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/transactions');
  const [from, to] = ['first', 'last'].map((which) => page.getByLabel(`Dates (UTC), ${which} day`));
  if (!from || !to) throw new Error('no fields');
  const [, , , , lastMonth] = datePresets(new Date());
  await page.getByRole('button', { name: 'Dates (UTC), ranges' }).press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Today',
    'Last 7 days',
    'Last 30 days',
    'This month',
    'Last month',
  ]);
  await expectAccessible(page, 'ranges');
  await page.getByRole('menuitem', { name: 'Last month' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`dates=${lastMonth?.value}`));
  await expect(from).toHaveValue(lastMonth?.value.slice(0, 10) ?? '');

  // Sales of the first hours of a month are of the month before in New York.
  const times = page.locator('main tbody time');
  await expect(times.first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const month = new Date(lastMonth?.value.slice(0, 10) ?? '').toLocaleDateString('en-US', {
    month: 'short',
    timeZone: 'UTC',
  });
  for (const said of await times.allInnerTexts())
    expect(said).toMatch(new RegExp(`^(${month} .+ UTC|\\d+ (min|h|days?) ago)$`));

  await from.press('Escape');
  await expect(page).not.toHaveURL(/dates=/);
  await from.fill('2026-01-01');
  await to.focus();
  await expect(page.getByText('Enter the last day too')).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByText('Enter the last day too')).toBeVisible();
  await expect(page).not.toHaveURL(/dates=/);
  await to.fill('2026-01-31');
  await expect(page).toHaveURL(/dates=2026-01-01,2026-01-31/);
  await expect(page.getByText('Enter the last day too')).toHaveCount(0);
});
