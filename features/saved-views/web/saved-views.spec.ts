import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { type DemoRole, signIn } from '../../../test/e2e/session.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

test('by keyboard: a view is kept, found again, changed and removed; the address is what it keeps', async ({
  page,
}) => {
  const name = `Members ${Date.now()}`;
  await open(page, 'superadmin', '/users?program_id=2&page=2&sort_by=email&sort_dest=desc');
  const writes = writesOf(page);
  const views = page.getByRole('button', { name: 'Views' });
  await tabTo(page, views);
  await choose(page, 'Save view');
  const save = page.getByRole('dialog', { name: 'Save view' });
  await expect(save.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(save.getByText('Enter a name')).toBeVisible();
  expect(writes).toEqual([]);
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(save).toHaveCount(0);
  await expect(page.getByRole('button', { name: `View: ${name}` })).toBeFocused();
  expect(writes[0]?.body).toEqual({
    data: { screen: '/users', name, search: 'program_id=2&sort_by=email&sort_dest=desc', shared: false },
  });
  await choose(page, 'Save view');
  await expect(save.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type(name.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(save.getByText('A view with this name already exists').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.goto('/users?name=ada');
  await page.getByRole('button', { name: 'Views' }).press('Enter');
  const item = page.getByRole('menuitem', { name });
  await expect(item).toBeVisible();
  await expectAccessible(page);
  await item.press('Enter');
  await expect(page).toHaveURL(/\/users\?program_id=2&sort_by=email&sort_dest=desc$/);
  await expect(page.getByRole('textbox', { name: 'ID, name or email' })).toHaveValue('');
  await expect(page.getByRole('button', { name: `View: ${name}` })).toBeFocused();

  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await page.getByRole('button', { name: 'Views' }).press('Enter');
  await choose(page, 'Edit views');
  const list = page.getByRole('dialog', { name: 'Edit views' });
  await list.getByRole('button', { name: `Edit: ${name}` }).press('Enter');
  const edit = page.getByRole('dialog', { name: `Edit view: ${name}` });
  await expectAccessible(page);
  await edit.getByRole('textbox', { name: 'Name' }).fill(`${name}, renamed`);
  await edit.getByRole('checkbox', { name: 'Replace with current filters and sorting' }).check();
  await edit.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(edit).toHaveCount(0);
  const remove = list.getByRole('button', { name: `Remove: ${name}, renamed` });
  await expect(page.getByText(`View: ${name}, renamed`)).toBeVisible();
  await remove.press('Enter');
  const question = page.getByRole('dialog', { name: `Remove view: ${name}, renamed` });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(question).toHaveCount(0);
  await expect(remove).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Views' })).toBeFocused();
});

test('a shared one is found by the staff of the program, and changed by its programadmin', {
  tag: '@deep',
}, async ({ page, browser, baseURL }) => {
  const name = `Shared ${Date.now()}`;
  await open(page, 'admin', '/users?name=ada');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save view' }).click();
  const save = page.getByRole('dialog', { name: 'Save view' });
  await save.getByRole('textbox', { name: 'Name' }).fill(name);
  await save.getByRole('switch', { name: 'Shared' }).check();
  await save.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').getByText('View saved')).toBeVisible();
  for (const [role, finds] of [
    ['superadmin', false],
    ['programadmin', true],
  ] as const) {
    const theirs = await browser.newPage({ baseURL });
    await open(theirs, role, '/users');
    await theirs.getByRole('button', { name: 'Views' }).click();
    await expect(theirs.getByRole('menu')).not.toContainText('Loading…');
    await expect(theirs.getByRole('menuitem', { name })).toHaveCount(finds ? 1 : 0);
    if (finds) {
      await expect(theirs.getByRole('menuitem', { name })).toContainText('Shared by admin@example.com');
      await theirs.getByRole('menuitem', { name: 'Edit views' }).click();
      await theirs.getByRole('button', { name: `Remove: ${name}` }).click();
      await theirs.getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(theirs.getByRole('button', { name: `Remove: ${name}` })).toHaveCount(0);
    }
    await theirs.close();
  }
});

async function open(page: Page, role: DemoRole, address: string): Promise<void> {
  await signIn(page, role);
  await page.goto(address);
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
}

/** By Enter on the button that has the focus, unless the menu is open already. */
async function choose(page: Page, item: string): Promise<void> {
  const menu = page.getByRole('menu');
  if (!(await menu.isVisible())) await page.keyboard.press('Enter');
  await expect(menu.locator(':focus')).toHaveCount(1);
  await page.getByRole('menuitem', { name: item }).press('Enter');
}
