import { expect, test } from '@playwright/test';
import { apiAs } from '../../../test/e2e/api.ts';
import { expectFocusIsKept, expectFocusOnControl } from '../../../test/e2e/focus.ts';
import { signIn } from '../../../test/e2e/session.ts';

test('the dialogs of an account keep the focus, whatever ends them', { tag: '@deep' }, async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const email = `focus-${Date.now()}@example.com`;
  const user_data = { email, password: 'a-long-password', program_id: 2, permissions: ['events'] };
  const { id } = (await they('POST', 'user', { user_data })).body.user;
  await signIn(page, 'superadmin');
  const last = Math.ceil((await they('GET', 'users?page=1')).body.count / 10);
  await page.goto(`/admins?page=${last}`);
  const dialog = page.getByRole('dialog', { name: 'Edit user' });
  const field = dialog.getByRole('textbox', { name: 'Email' });
  await expectFocusIsKept(page, {
    opener: page.getByRole('button', { name: new RegExp(`^Edit:? ${email}`) }),
    dialog,
    first: field,
    fill: () => field.fill(`mine-${email}`),
    saves: `**/user/${id}`,
  });

  await page.getByRole('button', { name: new RegExp(`^Edit:? ${email}`) }).click();
  await expect(dialog.getByText(email, { exact: true })).toBeVisible();
  await field.fill(`mine-${email}`);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await expect(question).toContainText('You changed Email.');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: new RegExp(`^Edit:? mine-${email}`) })).toBeFocused();

  await page.getByRole('button', { name: new RegExp(`^Remove:? mine-${email}`) }).click();
  const remove = page.getByRole('dialog', { name: 'Remove user?' });
  await expect(remove.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await remove.getByRole('button', { name: 'Remove' }).click();
  await expect(remove).toHaveCount(0);
  await expectFocusOnControl(page);
});

test('nobody is offered their own removal, also by the address', async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { user } = (await they('GET', 'auth/me')).body;
  await signIn(page, 'superadmin');
  await page.goto(`/admins?remove=${user.id}`);
  await expect(page.getByRole('dialog')).toContainText("You can't remove your own account.");
});
