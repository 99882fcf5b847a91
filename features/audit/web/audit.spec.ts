import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { stopClock, typeInABurst } from '../../../test/e2e/waiting/clock.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page, 'superadmin');
});

test('typing asks once a burst, Enter asks at once, Back takes the filter back', { tag: '@deep' }, async ({
  page,
}) => {
  const asked: string[] = [];
  await page.clock.install();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/wladmin/audit') asked.push(url.searchParams.get('entity_id') ?? '');
  });
  await page.goto('/audit');
  const entity = page.getByRole('textbox', { name: 'ID', exact: true });
  await expect(page.getByRole('status').getByText('entries')).toBeVisible();
  await typeInABurst(entity, 'zzz');
  await expect(page.getByText('No results')).toBeVisible();
  expect(asked.filter((text) => text !== '')).toEqual(['zzz']);

  await stopClock(page);
  await entity.fill('zzzz');
  await entity.press('Enter');
  await expect(page).toHaveURL(/entity_id=zzzz$/);
  await page.clock.resume();
  await page.goBack();
  await expect(entity).toHaveValue('zzz');

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(entity).toHaveValue('');
  await expect(page.getByText('No results')).toHaveCount(0);
});

test('a late answer to an older filter does not show', { tag: '@deep' }, async ({ page }) => {
  const held = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/wladmin/audit?*', async (route) => {
    const entity = new URL(route.request().url()).searchParams.get('entity_id');
    if (entity === 'late') await held.promise;
    const row = { ...entry('thing', entity ?? ''), before: { n: 1 }, after: { n: 2 } };
    await route.fulfill({ json: { audit: [row], count: 1 } }).catch(() => undefined);
    if (entity === 'late') answered.resolve();
  });
  await page.goto('/audit?entity_id=first');
  const entity = page.getByRole('textbox', { name: 'ID', exact: true });
  await entity.fill('late');
  await entity.press('Enter');
  await entity.fill('last');
  await entity.press('Enter');
  await expect(page.getByRole('rowheader', { name: /thing last/ })).toBeVisible();
  const shown = await page.evaluateHandle(() => {
    const texts = new Set<string>();
    new MutationObserver(() => {
      for (const row of document.querySelectorAll('main tbody th')) texts.add(row.textContent ?? '');
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    return texts;
  });
  held.resolve();
  await answered.promise;
  // What is asked after it comes after it.
  await entity.fill('end');
  await entity.press('Enter');
  await expect(page.getByRole('rowheader', { name: /thing end/ })).toBeVisible();
  const texts = (await shown.evaluate((seen) => [...seen])).join();
  expect(texts).toContain('thing end');
  expect(texts).not.toContain('thing late');
});

test('up to when changes are archived is said below the list, and nothing where none are', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/audit');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(page.getByText(/are archived/)).toHaveCount(0);
  await page.route('**/api/wladmin/audit?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), archived_until: '2024-03-12T08:30:00Z' },
    });
  });
  await page.reload();
  await expect(page.getByText(/Most changes up to .*2024.* are archived/)).toBeVisible();
  await expectAccessible(page, 'an audit with an archive');
});

test('a change opens to what it changed', async ({ page }) => {
  await page.route('**/api/wladmin/audit?*', (route) =>
    route.fulfill({ json: { audit: [entry('admin')], count: 1 } }),
  );
  await page.goto('/audit');
  const show = page.getByRole('button', { name: 'Change of admin 7' });
  await expect(show).toHaveAttribute('aria-expanded', 'false');
  await show.click();
  await expect(show).toHaveAttribute('aria-expanded', 'true');
  await expect(
    page.getByRole('row', { name: 'email old@example.com new@example.com', exact: true }),
  ).toBeVisible();
  await expect(page.getByText('1 field unchanged.')).toBeVisible();
});

test('what was denied to somebody unknown is told from what the system did', async ({ page }) => {
  const unknown = { admin_id: null, admin_email: null, before: null, after: { reason: 'Wrong' } };
  const failed = { ...entry('unknown account'), ...unknown, entity_id: '0', action: 'sign_in_failed' };
  const system = { ...entry('upload'), ...unknown, after: null, action: 'delete', id: 8, address: null };
  await page.route('**/api/wladmin/audit?*', (route) =>
    route.fulfill({ json: { audit: [failed, system], count: 2 } }),
  );
  await page.goto('/audit');
  await expect(page.getByRole('row', { name: /an unknown account/ })).toContainText(
    'Someone not signed in failed to sign in as an unknown account: “Wrong”',
  );
  await expect(page.getByRole('row', { name: /upload #7/ })).toContainText(
    'The system cleaned up the upload #7',
  );
  await page.getByRole('button', { name: 'Change of unknown account 0' }).click();
  await expect(page.getByRole('cell', { name: 'Wrong', exact: true })).toBeVisible();
});

test('an error stands in the list and can be retried', { tag: '@deep' }, async ({ page }) => {
  let broken = true;
  await page.route('**/api/wladmin/audit?*', (route) =>
    broken
      ? route.fulfill({ status: 500, json: { message: 'Broken', code: 'X', request_id: 'req-1' } })
      : route.fulfill({ json: { audit: [entry('admin')], count: 1 } }),
  );
  await page.goto('/audit');
  await expect(page.getByRole('alert').getByText('Request req-1')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('rowheader')).toHaveText(/admin user “new@example.com”/);
});

function entry(entity: string, entity_id = '7') {
  return {
    id: 1,
    at: '2026-11-20T10:00:00.000Z',
    admin_id: 1,
    admin_email: 'superadmin@example.com',
    address: '127.0.0.1',
    program_id: 0,
    program_display_name: null,
    entity,
    entity_id,
    action: 'update',
    before: { email: 'old@example.com', program_id: 0 },
    after: { email: 'new@example.com', program_id: 0 },
  };
}

test('an entry is a sentence with a link to its record, found by entity, action and admin', async ({
  page,
}) => {
  const asked: string[] = [];
  await page.clock.install();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/wladmin/audit-authors') asked.push(url.searchParams.get('email') ?? '');
  });
  await page.goto('/audit');
  await page.getByRole('combobox', { name: 'Entity' }).pressSequentially('sess');
  await expect(page.getByRole('option', { name: 'class session' })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  );
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/entity=session/);
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'sign in', exact: true }).click();
  await expect(page).toHaveURL(/action=sign_in/);
  await expect(page.getByRole('rowheader').first()).toContainText(/@example\.com signed in$/);
  await typeInABurst(page.getByRole('combobox', { name: 'Admin' }), 'superadmin');
  await page.getByRole('option', { name: 'superadmin@example.com' }).click();
  await expect(page).toHaveURL(/admin_id=\d+/);
  await expect(page.getByRole('rowheader').first()).toHaveText('superadmin@example.com signed in');
  expect(asked.filter((email) => email !== '')).toEqual(['superadmin']);

  await page.route('**/api/wladmin/audit?*', (route) =>
    route.fulfill({ json: { audit: [{ ...entry('event'), entity_id: '1' }], count: 1 } }),
  );
  await page.goto('/audit');
  await page.getByRole('link', { name: 'event “new@example.com”' }).click();
  await expect(page).toHaveURL(/\/events\/1$/);
});
