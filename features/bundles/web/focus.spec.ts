import { expect, test } from '@playwright/test';
import { apiAs } from '../../../test/e2e/api.ts';
import { expectFocusOnControl } from '../../../test/e2e/focus.ts';
import { signIn } from '../../../test/e2e/session.ts';

test('the editor opens on its search; adding, saving, a refusal and theirs keep the focus', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { classes } = (await they('GET', 'classes?page=3')).body;
  const { id } = classes[0];
  await signIn(page, 'superadmin');
  await page.goto(`/bundle-classes/${id}`);
  const search = page.getByRole('textbox', { name: 'Class name or ID' });
  await expect(search).toBeFocused();
  const add = page.getByRole('button', { name: /^Add / }).first();
  await add.focus();
  await page.keyboard.press('Enter');
  await expectFocusOnControl(page);
  const save = page.locator('[data-save]');
  let status = 500;
  await page.route(`**/class/${id}/bundles`, (route) =>
    route.fulfill({ status, json: { message: 'No', code: 'X' } }),
  );
  await page.keyboard.press('Control+s');
  const told = page.getByRole('button', { name: 'Close the message: No' });
  await expect(told).toHaveCount(1);
  await expectFocusOnControl(page);
  await save.click();
  await expect(told).toHaveCount(2);
  await expect(save).toBeFocused();
  status = 409;
  await save.click();
  const notice = page.getByRole('alert').filter({ hasText: 'Changed by another admin' });
  await notice.getByRole('button', { name: 'Load theirs' }).click();
  await expect(notice).toHaveCount(0);
  await expect(save).toBeFocused();
});

test('the guard names the classes that are not saved', { tag: '@deep' }, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { classes } = (await they('GET', 'classes?page=3')).body;
  await signIn(page, 'superadmin');
  await page.goto(`/bundle-classes/${classes[1].id}`);
  await page.getByRole('button', { name: /^Add / }).first().click();
  const home = page.getByRole('link', { name: 'Dashboard' });
  await home.click();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await expect(question).toContainText(/You changed .*\(added\)\./);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(home).toBeFocused();
});
