import { expect, test } from '@playwright/test';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { signIn } from '../../../test/e2e/session.ts';

let they: ApiCall;

test.beforeEach(async ({ page, baseURL }) => {
  they = await apiAs(baseURL, 'superadmin');
  await signIn(page, 'superadmin');
});

test('a subcategory that the list does not show: mine, theirs, and what both changed', {
  tag: '@deep',
}, async ({ page }) => {
  const parent = await newCategory('Above', null);
  const id = await newCategory('Below', parent);
  await page.goto(`/giveaways/categories?name=nothing+is+called+so&edit=${id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit subcategory/ });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await dialog.getByRole('checkbox', { name: 'Assign to all new program sites' }).check();
  await they('PATCH', `lilt-category/${id}`, { data: { name: 'Theirs', active: false } });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const notice = dialog.getByRole('alert').filter({ hasText: 'Changed by another admin' });
  await expect(notice.getByRole('radiogroup')).toHaveCount(1);
  await expect(notice.getByRole('radio', { name: 'Theirs: Theirs' })).not.toBeChecked();
  await notice.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(dialog).toHaveCount(0);
  const { category } = (await they('GET', `lilt-category/${id}`)).body;
  expect(category).toMatchObject({ name: 'Mine', active: 0, auto_assign: true });
});

test('one that is not there, or foreign, says so in the same words', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/giveaways/categories?edit=999999');
  await expect(page.getByRole('dialog', { name: 'Category #999999' })).toContainText(
    'There is no category #999999, or it belongs to another program.',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

async function newCategory(name: string, parent_id: number | null): Promise<number> {
  const { status, body } = await they('POST', 'lilt-category', { data: { name, parent_id, program_id: 0 } });
  expect(status).toBe(200);
  return body.category.id;
}
