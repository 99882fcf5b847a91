import { expect, test } from '@playwright/test';
import { signIn } from '../../../test/e2e/session.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page, 'superadmin');
});

test('typing asks once a burst, Enter asks at once, Back takes the filter back', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/wladmin/audit') asked.push(url.searchParams.get('entity') ?? '');
  });
  await page.goto('/audit');
  const entity = page.getByRole('textbox', { name: 'Entity' });
  await expect(page.getByRole('status').getByText('changes')).toBeVisible();
  await entity.pressSequentially('zzz', { delay: 60 });
  await expect(page.getByText('Nothing matches')).toBeVisible();
  expect(asked.filter((text) => text !== '')).toEqual(['zzz']);

  await entity.fill('zzzz');
  await entity.press('Enter');
  await expect(page).toHaveURL(/entity=zzzz$/, { timeout: 400 });
  await page.goBack();
  await expect(entity).toHaveValue('zzz');

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(entity).toHaveValue('');
  await expect(page.getByText('Nothing matches')).toHaveCount(0);
});

test('a late answer to an older filter does not show', async ({ page }) => {
  await page.route('**/api/wladmin/audit?*', async (route) => {
    const entity = new URL(route.request().url()).searchParams.get('entity');
    if (entity === 'late') await new Promise((resolve) => setTimeout(resolve, 1500));
    const row = entry(entity ?? '');
    await route.fulfill({ json: { audit: [row], count: 1 } }).catch(() => undefined);
  });
  await page.goto('/audit?entity=first');
  const entity = page.getByRole('textbox', { name: 'Entity' });
  await entity.fill('late');
  await entity.press('Enter');
  await entity.fill('last');
  await entity.press('Enter');
  await expect(page.getByRole('rowheader', { name: 'update last #7' })).toBeVisible();
  await page.waitForTimeout(2000);
  await expect(page.getByRole('rowheader')).toHaveText('update last #7');
});

test('a change opens to what it changed', async ({ page }) => {
  await page.route('**/api/wladmin/audit?*', (route) =>
    route.fulfill({ json: { audit: [entry('admin_user')], count: 1 } }),
  );
  await page.goto('/audit');
  const show = page.getByRole('button', { name: 'Change of admin_user 7' });
  await expect(show).toHaveAttribute('aria-expanded', 'false');
  await show.click();
  await expect(show).toHaveAttribute('aria-expanded', 'true');
  await expect(
    page.getByRole('row', { name: 'email old@example.com new@example.com', exact: true }),
  ).toBeVisible();
  await expect(page.getByText('1 field stayed the same.')).toBeVisible();
});

test('what was denied to somebody unknown is told from what the system did', async ({ page }) => {
  const unknown = { admin_id: null, admin_email: null, before: null, after: { reason: 'Wrong' } };
  const failed = { ...entry('unknown account'), ...unknown, entity_id: '0', action: 'sign_in_failed' };
  const system = { ...entry('upload'), ...unknown, id: 8, address: null };
  await page.route('**/api/wladmin/audit?*', (route) =>
    route.fulfill({ json: { audit: [failed, system], count: 2 } }),
  );
  await page.goto('/audit');
  await expect(page.getByRole('row', { name: 'sign_in_failed unknown account #0' })).toContainText(
    'Not signed in',
  );
  await expect(page.getByRole('row', { name: 'update upload #7' })).toContainText('The system');
  await page.getByRole('button', { name: 'Change of unknown account 0' }).click();
  await expect(page.getByRole('cell', { name: 'Wrong', exact: true })).toBeVisible();
});

test('an error stands in the list and can be retried', async ({ page }) => {
  let broken = true;
  await page.route('**/api/wladmin/audit?*', (route) =>
    broken
      ? route.fulfill({ status: 500, json: { message: 'Broken', code: 'X', request_id: 'req-1' } })
      : route.fulfill({ json: { audit: [entry('admin_user')], count: 1 } }),
  );
  await page.goto('/audit');
  await expect(page.getByRole('alert').getByText('Request req-1')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('rowheader')).toHaveText('update admin_user #7');
});

function entry(entity: string) {
  return {
    id: 1,
    at: '2026-11-20T10:00:00.000Z',
    admin_id: 1,
    admin_email: 'superadmin@example.com',
    address: '127.0.0.1',
    program_id: 0,
    program_display_name: null,
    entity,
    entity_id: '7',
    action: 'update',
    before: { email: 'old@example.com', program_id: 0 },
    after: { email: 'new@example.com', program_id: 0 },
  };
}
