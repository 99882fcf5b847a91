import { expect, type Locator, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../test/deep.ts';
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { expectFocusIsKept } from '../../../test/e2e/focus.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { moreOf, takeAction } from '../../../test/e2e/row-action.ts';
import { type DemoRole, signIn } from '../../../test/e2e/session.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

const PATH = '/categories';
let made = 0;

test('by mouse: a category, one below it, an edit, a place, programs', { tag: '@deep' }, async ({ page }) => {
  const name = unique('Mouse');
  await open(page, 'superadmin', `${PATH}?program_id=2`);
  const writes = writesOf(page);
  await page.getByRole('button', { name: 'Add category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add category' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  expect(writes).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Category name' }).fill(name);
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await expect(dialog).toHaveCount(0);
  expect(writes.map(({ body }) => body)).toEqual([
    { data: { category_name: name, status: true, del_flag: false, program_id: 2, parent_id: null } },
  ]);

  await page.getByRole('textbox', { name: 'Category name or ID' }).fill(name);
  const row = rowOf(page, name);
  await expect(page.getByRole('status').getByText('1 category')).toBeVisible();
  await takeAction(row, 'Add subcategory', name);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Category name' }).fill(`Below ${name}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const below = rowOf(page, `Below ${name}`);
  await expect(below).toHaveAttribute('aria-level', '2');
  await expect(below.getByRole('button', { name: `Assign programs: Below ${name}` })).toBeVisible();
  for (const button of [moreOf(below), below.getByRole('button', { name: /^Add subcategory/ })])
    await expect(button).toHaveCount(0);

  await row.getByRole('button', { name: `Edit: ${name}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit category: ${name}` });
  await expect(edit.getByRole('textbox', { name: 'ID' })).not.toBeEditable();
  await edit.getByRole('checkbox', { name: 'Deleted' }).check();
  await edit.getByRole('button', { name: 'Save' }).click();
  const close = page.getByRole('button', {
    name: "Close the message: This category has subcategories, so it can't be deleted",
  });
  await expect(close).toBeVisible();
  await close.click();
  await edit.getByRole('checkbox', { name: 'Deleted' }).uncheck();
  await edit.getByRole('checkbox', { name: 'Active' }).uncheck();
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit).toHaveCount(0);
  await expect(row).toContainText('Off');

  await row.getByRole('button', { name: `Display order none: ${name}` }).click();
  const order = page.getByRole('dialog', { name: `Display order: ${name}` });
  await order.getByRole('textbox', { name: 'Place in Brightside Courses' }).fill('7');
  await order.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('button', { name: `Display order 7: ${name}` })).toBeVisible();
  await takeAction(row, 'Assign programs', name);
  const programs = page.getByRole('dialog', { name: `Programs: ${name}` });
  await expect(programs.getByRole('checkbox', { name: 'Brightside Courses' })).toBeDisabled();
  await programs.getByRole('checkbox', { name: 'Lumière Formation' }).check();
  await programs.getByRole('button', { name: 'Save' }).click();
  await expect(programs).toHaveCount(0);

  await below.getByRole('button', { name: `Assign programs: Below ${name}` }).click();
  const alone = page.getByRole('dialog', { name: `Programs: Below ${name}` });
  await alone.getByRole('checkbox', { name: 'Aprende Ya' }).check();
  await alone.getByRole('button', { name: 'Save' }).click();
  await expect(alone).toHaveCount(0);
  const { searchParams } = new URL(page.url());
  await page.goto(`${PATH}?program_id=5&name=${searchParams.get('name')}`);
  await expect(below).toHaveAttribute('aria-level', '1');
  await expect(below).toContainText(`below ${name}`);
});

test('by keyboard; two at once are told by name, and keep both changes', async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const name = unique('Keys');
  const id = await newCategory(they, name);
  await open(page, 'superadmin', `${PATH}?name=%23${id}`);
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Category name' });
  await expectFocusIsKept(page, {
    opener: page.getByRole('button', { name: `Edit: ${name}` }),
    dialog: page.getByRole('dialog', { name: `Edit category: ${name}` }),
    first: field,
    fill: () => field.fill('Mine'),
    saves: `**/site-category/${id}**`,
  });
  const row = page.locator('tr[data-row]').first();
  await tabTo(page, row);
  await page.keyboard.press('Enter');
  await field.fill(`${name} mine`);
  await they('PATCH', `site-category/${id}`, { data: { status: 0 } });
  await page.keyboard.press('Enter');
  const notice = page.getByRole('alert').filter({ hasText: 'Changed by another admin' });
  await expect(notice).toContainText('superadmin@example.com saved this');
  await notice.getByRole('button', { name: 'Keep mine and save' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toBeFocused();
  const { category } = (await they('GET', `site-category/${id}`)).body;
  expect(category).toMatchObject({ category_name: `${name} mine`, status: 0 });
});

test('a bound admin looks, orders, and changes nothing else', { tag: '@deep' }, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const name = unique('Bound');
  await newCategory(they, name);
  await open(page, 'admin', PATH);
  await expect(page.getByText('Your account is limited to this program')).toBeVisible();
  for (const action of [/^Add/, /^Edit/, /^Assign/])
    await expect(page.getByRole('button', { name: action })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Category name or ID' }).fill(name);
  await rowOf(page, name)
    .getByRole('button', { name: `Details: ${name}` })
    .click();
  const details = page.getByRole('dialog', { name: `Category: ${name}` });
  await expect(details.getByRole('textbox', { name: 'ID' })).toHaveValue(/^\d+$/);
  await page.keyboard.press('Escape');
  await rowOf(page, name)
    .getByRole('button', { name: `Display order none: ${name}` })
    .click();
  await page.getByRole('dialog').getByRole('textbox').fill('3');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, name).getByRole('button', { name: `Display order 3: ${name}` })).toBeFocused();
  // What the global site lends it is not its own.
  await page.goto(`${PATH}?name=Music&details=2`);
  await expect(page.getByRole('dialog', { name: 'Category #2' })).toContainText('There is no category #2');
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`nothing for axe to find, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, 'superadmin', `${PATH}?program_id=2`);
    await page.getByRole('button', { name: 'Expand all' }).click();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${PATH}?program_id=2&edit=1`);
    await expect(page.getByRole('dialog', { name: 'Edit category: Arts and crafts' })).toBeVisible();
    await expectAccessible(page);
  });
}

async function open(page: Page, role: DemoRole, address: string): Promise<void> {
  await signIn(page, role);
  await page.goto(address);
  await expect(page.getByRole('treegrid').locator('tr[data-row]').first()).toBeVisible();
}

async function newCategory(they: ApiCall, category_name: string): Promise<number> {
  const { status, body } = await they('POST', 'site-category', { data: { category_name, program_id: 2 } });
  expect(status).toBe(200);
  return body.category.id;
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
}

function unique(word: string): string {
  made += 1;
  return `${word}${Date.now()}x${made}`;
}
