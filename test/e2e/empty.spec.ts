/** An installation in which nothing is yet: its first steps, and what its lists say. */
import { expect, type Page, test } from '@playwright/test';
import { LIST_SCREENS } from '../../features/saved-views/contract.ts';
import { endServers, FIRST_ADMIN, newDataDir, startServer } from '../server-process.ts';
import { expectAccessible, expectToFit } from './accessible.ts';
import { tabTo } from './keyboard.ts';
import { holdToasts } from './waiting/toasts.ts';

/** Has rows from the beginning. */
const NEVER_EMPTY = ['/admins', '/audit'];

let address = '';

test.beforeAll(async () => {
  ({ address } = await startServer({ DATA_DIR: await newDataDir() }));
});
test.afterAll(endServers);

async function enter(page: Page): Promise<void> {
  const answer = await page.request.post(`${address}/api/wladmin/auth`, { data: FIRST_ADMIN });
  expect(answer.status()).toBe(200);
}

test('first steps: what to do, the way to it by keyboard, and hidden with an undo', async ({ page }) => {
  await holdToasts(page);
  await enter(page);
  await page.goto(`${address}/`);
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('listitem')).toHaveText([
    /^To do.*Add your first program/,
    /^To do.*Connect email/,
    /^To do.*Invite a colleague/,
    /^To do.*Connect Stripe/,
    /^To do.*Add users/,
    /^To do.*Add your first class/,
  ]);
  await expectAccessible(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page, 'a phone');
  await expectAccessible(page, 'dark');
  await page.setViewportSize({ width: 1440, height: 900 });

  await tabTo(page, steps.getByRole('link', { name: 'Add program' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add program' })).toBeVisible();
  await page.goto(`${address}/`);
  await steps.getByRole('button', { name: 'Hide first steps' }).click();
  await expect(steps).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(steps).toBeVisible();
});

test('every list that is empty says what it is for, and offers its Add', async ({ page }) => {
  await enter(page);
  expect(LIST_SCREENS.length).toBeGreaterThan(20);
  for (const path of LIST_SCREENS.filter((one) => !NEVER_EMPTY.includes(one))) {
    await page.goto(`${address}${path}`);
    const nothing = page.locator('[data-nothing]');
    await expect(nothing.first(), path).toBeVisible();
    await expect(nothing.first().locator('[data-purpose]'), path).toHaveText(/^[A-Z].*\.$/);
    const adds = (await page.locator('[data-create]').count()) > 0;
    if (adds) await expect(nothing.first().locator('[data-create]'), path).toBeVisible();
  }
});

test('where a filter hides everything there is, it is cleared instead', { tag: '@deep' }, async ({
  page,
}) => {
  await enter(page);
  await page.goto(`${address}/events?name=nothing`);
  const nothing = page.locator('[data-nothing]');
  await expect(nothing).toContainText('No results');
  await expect(nothing.locator('[data-purpose], [data-create]')).toHaveCount(0);
  await nothing.getByRole('button', { name: 'Clear filters' }).click();
  await expect(nothing).toContainText('No events yet');
});
