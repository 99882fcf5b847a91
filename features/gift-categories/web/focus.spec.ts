import { expect, test } from '@playwright/test';
import { apiAs } from '../../../test/e2e/api.ts';
import { expectFocusIsKept, expectFocusOnControl } from '../../../test/e2e/focus.ts';
import { signIn } from '../../../test/e2e/session.ts';

test('the dialogs of a category keep the focus, whatever ends them', { tag: '@deep' }, async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const name = `Focus ${Date.now()}`;
  const { body } = await they('POST', 'lilt-category', { data: { name, program_id: 2 } });
  const { id } = body.category;
  await signIn(page, 'superadmin');
  await page.goto(`/giveaways/categories?program_id=2&name=%23${id}`);
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Name' });
  const saves = `**/lilt-category/${id}**`;
  const edit = page.getByRole('button', { name: `Edit: ${name}` });
  await expectFocusIsKept(page, {
    opener: edit,
    dialog: dialog.filter({ has: page.getByRole('heading', { name: `Edit category: ${name}` }) }),
    first: field,
    fill: () => field.fill('Mine'),
    saves,
  });
  const order = page.getByRole('button', { name: `Display order none: ${name}` });
  const place = dialog.getByRole('textbox', { name: 'Place in Brightside Courses' });
  await expectFocusIsKept(page, {
    opener: order,
    dialog: dialog.filter({ has: page.getByRole('heading', { name: `Display order: ${name}` }) }),
    first: place,
    fill: () => place.fill('4'),
    saves,
  });

  await edit.click();
  await field.fill(`${name} mine`);
  await they('PATCH', `lilt-category/${id}`, { data: { name: `${name} theirs` } });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('button', { name: 'Load theirs' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(`${name} theirs`);
  await field.fill(`${name} saved`);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Edit: ${name} saved` })).toBeFocused();
});

test('an address that names several dialogs shows one, and says why it cannot be shown', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/giveaways/categories?add=1&edit=1');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveCount(1);
  await expect(dialog).toHaveAccessibleName('Add category');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expectFocusOnControl(page);
  await page.goto('/giveaways/categories?order=1');
  await expect(dialog).toHaveText(/Choose a program first/);
  await page.goto('/giveaways/categories?name=nothing+is+called+so&programs=1');
  await expect(dialog.getByRole('textbox', { name: 'Search programs' })).toBeVisible();
});

test('Ctrl+End and Ctrl+Home lead to the last and the first row', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/giveaways/categories');
  const rows = page.getByRole('treegrid').locator('tbody tr[data-row]');
  await rows.first().focus();
  await page.keyboard.press('Control+End');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('Control+Home');
  await expect(rows.first()).toBeFocused();
});
