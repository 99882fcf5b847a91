import { expect, type Locator, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES_ALWAYS } from '../../../test/deep.ts';
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { moreOf, takeAction } from '../../../test/e2e/row-action.ts';
import { type DemoRole, signIn, signInAs } from '../../../test/e2e/session.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

const PATH = '/giveaways/categories';
let made = 0;

test('by mouse: a category, one below it, an edit, a place, the star', async ({ page }) => {
  const name = unique('Mouse');
  await open(page, 'superadmin', `${PATH}?program_id=2`);
  const writes = writesOf(page);
  await page.getByRole('button', { name: 'Add category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add category' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  expect(writes).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('checkbox', { name: 'Assign to all existing program sites' }).check();
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await expect(dialog).toHaveCount(0);
  expect(writes).toHaveLength(1);
  expect(writes[0]?.body).toEqual({
    data: { name, active: true, program_id: 2, auto_assign: false, assign_to_all: true, parent_id: null },
  });

  await page.getByRole('textbox', { name: 'Category name or ID' }).fill(name);
  const row = rowOf(page, name);
  await expect(page.getByRole('status').getByText('1 category')).toBeVisible();
  await takeAction(row, 'Add subcategory', name);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(`Below ${name}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const below = rowOf(page, `Below ${name}`);
  await expect(below).toHaveAttribute('aria-level', '2');
  await moreOf(below).click();
  await expect(page.getByRole('menuitem', { name: 'Translations' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Add subcategory' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: `Collapse ${name}` }).click();
  await expect(below).toHaveCount(0);
  await row.getByRole('button', { name: `Expand ${name}` }).click();

  await row.getByRole('button', { name: `Edit: ${name}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit category' });
  await expect(page).toHaveURL(/edit=\d+/);
  await expect(edit.getByRole('checkbox', { name: /existing program sites/ })).toHaveCount(0);
  await edit.getByRole('checkbox', { name: 'Active' }).uncheck();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await expect(row).toContainText('Off');
  await expect(row.getByRole('button', { name: `Edit: ${name}` })).toBeFocused();

  await row.getByRole('button', { name: `Display order none: ${name}` }).click();
  const order = page.getByRole('dialog', { name: `Display order: ${name}` });
  await order.getByRole('textbox').fill('7');
  await order.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('button', { name: `Display order 7: ${name}` })).toBeVisible();
  const star = row.getByRole('button', { name: `Featured: ${name}` });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
});

test('by keyboard: the keys of a treegrid', async ({ page }) => {
  await open(page, 'superadmin', PATH);
  const rows = page.getByRole('treegrid').locator('tbody tr[data-row]');
  const count = await rows.count();
  const parent = rows.filter({ has: page.getByRole('button', { name: 'Expand Books' }) }).first();
  await tabTo(page, rows.first());
  await page.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows.first()).toBeFocused();
  await expect(parent).toBeFocused();
  await expect(rows.first()).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(rows.first()).toHaveAttribute('aria-expanded', 'true');
  await expect(rows).toHaveCount(count + 2);
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await expect(rows.nth(1)).toHaveAttribute('aria-posinset', '1');
  await expect(rows.nth(1)).toHaveAttribute('aria-setsize', '2');
  await page.keyboard.press('ArrowLeft');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(rows).toHaveCount(count);

  // Into the row and back; from a button up and down lead to rows again.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(rows.nth(1).getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(rows.nth(1).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(rows.nth(1)).toBeFocused();

  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit category' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type(' edited');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows.nth(1)).toBeFocused();
});

test('sorts on the server; featured and display order only within a program', { tag: '@deep' }, async ({
  page,
}) => {
  await open(page, 'superadmin', PATH);
  const head = page.getByRole('columnheader');
  await expect(head).toHaveText(
    ['', 'ID', 'Name', 'Active', 'Actions'].map((name) => new RegExp(`^${name}`)),
  );
  const asked = page.waitForRequest(/lilt-categories\?.*sort_by=name&sort_dest=desc/);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await asked;
  await expect(head.nth(2)).toHaveAttribute('aria-sort', 'descending');
  await page.goto(`${PATH}?program_id=2&sort_by=sort_order`);
  await expect(head.nth(5)).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('combobox', { name: 'Program' }).click();
  await page.getByRole('option', { name: 'All', exact: true }).click();
  await expect(head).toHaveCount(5);
  await expect(page.getByRole('treegrid')).toBeVisible();
});

test('a 400 stays in a toast until it is closed; any other failure is told in the dialog alone', {
  tag: '@deep',
}, async ({ page }) => {
  await page.clock.install();
  let status = 400;
  await page.route('**/api/wladmin/lilt-category', (route) =>
    route.fulfill({ status, json: { message: 'This name is taken', code: 'X' } }),
  );
  await open(page, 'superadmin', `${PATH}?add=1`);
  const dialog = page.getByRole('dialog', { name: 'Add category' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Books');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const close = page.getByRole('button', { name: 'Close the message: This name is taken' });
  await expect(close).toBeVisible();
  await page.clock.fastForward(6_000);
  await close.click();
  await expect(close).toHaveCount(0);
  status = 500;
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(close).toHaveCount(0);
});

test('two people at once: who was first is named; a failed star is marked on its row', {
  tag: '@deep',
}, async ({ page, browser, baseURL }) => {
  const name = unique('Both');
  await open(page, 'superadmin', `${PATH}?program_id=2`);
  await add(page, name);
  await page.goto(`${PATH}?program_id=2&name=${name}`);
  await rowOf(page, name)
    .getByRole('button', { name: `Edit: ${name}` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit category' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`${name} mine`);

  const theirs = await browser.newPage({ baseURL });
  await theirs.goto(page.url());
  await signInAs(theirs, 'superadmin@example.com', 'demo-password');
  await theirs.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(`${name} theirs`);
  await theirs.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(theirs.getByRole('dialog')).toHaveCount(0);
  await theirs.close();

  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('superadmin@example.com saved this');
  await dialog.getByRole('button', { name: 'Load theirs' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(`${name} theirs`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.route('**/featured', (route) =>
    route.fulfill({ status: 500, json: { message: 'No', code: 'X' } }),
  );
  const star = rowOf(page, `${name} theirs`).getByRole('button', { name: /^Featured/ });
  await star.click();
  await expect(star).toHaveAccessibleName(`Featured: ${name} theirs, not saved`);
  await expect(page.getByRole('button', { name: /^Close the message/ })).toHaveCount(0);
});

test('a bound admin acts on rows of the own program alone', async ({ page }) => {
  const name = unique('Lent');
  await open(page, 'superadmin', `${PATH}?program_id=3`);
  await add(page, name, true);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/login/);
  await signInAs(page, 'admin@example.com', 'demo-password');
  await page.goto(PATH);
  await expect(rowOf(page, name)).toBeVisible();
  await expect(rowOf(page, name).getByRole('button')).toHaveCount(0);
  await rowOf(page, name).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Edit: / }).first()).toBeVisible();
  await moreOf(page).first().click();
  await expect(page.getByRole('menuitem', { name: 'Translations' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Assign programs' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Your account is limited to this program')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Featured' })).toBeVisible();
  await page.getByRole('button', { name: 'Add category' }).click();
  await expect(page.getByRole('dialog').getByRole('checkbox')).toHaveCount(1);
});

test('translations and programs', { tag: '@deep' }, async ({ page }) => {
  const name = unique('Words');
  await open(page, 'superadmin', PATH);
  await add(page, name);
  await page.goto(`${PATH}?name=${name}`);
  await takeAction(page, 'Translations', name);
  const words = page.getByRole('dialog', { name: `Translations: ${name}` });
  await words.getByRole('tab', { name: /^Arabic/ }).click();
  await words.getByRole('textbox', { name: 'Name in Arabic' }).fill('كلمات');
  await words.getByRole('button', { name: 'Save 1 language' }).click();
  await expect(words).toHaveCount(0);
  await takeAction(page, 'Assign programs', name);
  const programs = page.getByRole('dialog', { name: `Programs: ${name}` });
  await programs.getByRole('checkbox').last().check();
  await programs.getByRole('button', { name: 'Save' }).click();
  await expect(programs).toHaveCount(0);
});

for (const colorScheme of COLOR_SCHEMES_ALWAYS) {
  test(`nothing for axe to find, ${colorScheme}`, { tag: '@deep' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, 'superadmin', `${PATH}?program_id=2`);
    await page.getByRole('button', { name: 'Expand all' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add category' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${PATH}?program_id=2&name=books`);
    await expect(page.getByRole('treegrid')).toBeVisible();
    await expectAccessible(page);
  });
}

async function open(page: Page, role: DemoRole, address: string): Promise<void> {
  await signIn(page, role);
  await page.goto(address);
  await expect(page.getByRole('treegrid').locator('tr[data-row]').first()).toBeVisible();
}

async function add(page: Page, name: string, everywhere = false): Promise<void> {
  await page.getByRole('button', { name: 'Add category' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  if (everywhere) await dialog.getByRole('checkbox', { name: /existing program sites/ }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
}

function unique(word: string): string {
  made += 1;
  return `${word}${Date.now()}x${made}`;
}
