import { expect, test } from '@playwright/test';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { signIn } from '../../../test/e2e/session.ts';

let they: ApiCall;

test.beforeEach(async ({ page, baseURL }) => {
  they = await apiAs(baseURL, 'superadmin');
  await signIn(page, 'superadmin');
});

test('from another page of the list: their permissions and mine, their program, my email', async ({
  page,
}) => {
  const { id, email } = await newAdmin(['events', 'audit']);
  await page.goto(`/admins?page=99&edit=${id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit user/ });
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`mine-${email}`);
  const { updated_at: _, ...data } = await dataOf(id);
  const theirs = { ...data, program_id: 3, permissions: ['events', 'commissions'] };
  expect((await they('PATCH', `user/${id}`, { user_data: theirs })).status).toBe(200);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const notice = dialog.getByRole('alert').filter({ hasText: 'Changed by another admin' });
  await expect(notice.getByRole('radio')).toHaveCount(0);
  await notice.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(dialog).toHaveCount(0);
  const saved = await dataOf(id);
  expect(saved).toMatchObject({ email: `mine-${email}`, program_id: 3 });
  expect(saved.permissions.toSorted()).toEqual(['commissions', 'events']);
});

test('one who was removed meanwhile: it says so, and nothing closes', { tag: '@deep' }, async ({ page }) => {
  const { id, email } = await newAdmin(['events']);
  await page.goto(`/admins?edit=${id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit user/ });
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`mine-${email}`);
  await they('DELETE', `user/${id}`);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'No longer available' })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(`mine-${email}`);
});

test('the list loaded again without the row leaves the form and what was typed', { tag: '@deep' }, async ({
  page,
}) => {
  const { id, email } = await newAdmin(['events']);
  await page.goto(`/admins?page=${await pageOf(id)}`);
  await page.getByRole('button', { name: `Edit: ${email}` }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit user/ });
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`mine-${email}`);
  await page.route(/\/api\/wladmin\/users\b/, (route) => route.fulfill({ json: { users: [], count: 0 } }));
  const { updated_at: _, ...data } = await dataOf(id);
  await they('PATCH', `user/${id}`, { user_data: { ...data, permissions: ['audit'] } });
  // The notice that reads their version has the list loaded again.
  const reloaded = page.waitForResponse(/\/api\/wladmin\/users\b/);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await reloaded;
  await expect(page.getByText(/^No admin users/)).toBeAttached();
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(`mine-${email}`);
  await dialog.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await dataOf(id)).toMatchObject({ email: `mine-${email}` });
});

test('one who is not there, or foreign: it says so, in the same words', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto('/admins?edit=999999');
  await expect(page.getByRole('dialog', { name: 'Admin user #999999' })).toHaveText(
    /There is no admin user #999999, or it belongs to another program\./,
  );
});

async function newAdmin(permissions: string[]): Promise<{ id: number; email: string }> {
  const email = `conflict-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`;
  const user_data = { email, password: 'demo-password', program_id: 2, permissions };
  const { status, body } = await they('POST', 'user', { user_data });
  expect(status).toBe(200);
  return { id: body.user.id, email };
}

async function dataOf(id: number) {
  const { email, program_id, permissions, updated_at } = (await they('GET', `user/${id}`)).body.user;
  return {
    email,
    program_id,
    updated_at,
    permissions: permissions.map((one: { id: string }) => one.id) as string[],
  };
}

async function pageOf(id: number): Promise<number> {
  for (let page = 1; page < 100; page += 1) {
    const { users } = (await they('GET', `users?page=${page}`)).body;
    if (users.some((user: { id: number }) => user.id === id)) return page;
  }
  throw new Error(`no page holds ${id}`);
}
