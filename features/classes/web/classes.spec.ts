import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, type Route, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { apiAs } from '../../../test/e2e/api.ts';
import { expectFocusIsKept } from '../../../test/e2e/focus.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { moreOf, takeAction } from '../../../test/e2e/row-action.ts';
import { type DemoRole, signIn } from '../../../test/e2e/session.ts';
import { typeInABurst } from '../../../test/e2e/waiting/clock.ts';
import { holdToasts } from '../../../test/e2e/waiting/toasts.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

/** Classes of the demo's program 2 that no other browser test saves. */
const EDITED = 20;
/** Nobody deletes it. */
const TAKEN = 15;
/** Its students stay in the end. */
const UNENROLLED = 93;
const PLACED = 32;
const KEYED = 47;
const TAGGED = 49;
/** One of those with the most students: the demo's comments are on them. */
const COMMENTED = 94;
/** At home elsewhere, sold in program 2. */
const LENT = 157;

test('by mouse: the filters, an edit, why it is hidden, and a deletion that is meant', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const translations = [{ language_slug: 'de', class_name: 'Gitarre' }];
  await they('PATCH', `class/${EDITED}/translations`, { translations });
  await page.clock.install();
  await open(page, 'superadmin', '/classes');
  await expect(page.getByRole('combobox', { name: 'List type' })).toBeDisabled();
  const asked = requestsOf(page);
  await typeInABurst(page.getByRole('textbox', { name: 'Instructor name' }), 'smith-jones');
  await expect.poll(() => asked.length).toBe(1);
  await page.goto(`/classes?program_id=2&list_type=home&name=%23${EDITED}`);
  const row = rowOf(page, EDITED);
  await expect(page.getByRole('combobox', { name: 'List type' })).toHaveValue('Home program');
  const name = (await row.getByRole('rowheader').locator('bdi').first().textContent()) ?? '';
  const writes = writesOf(page);
  await row.getByRole('button', { name: `Edit: ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Edit class: ${name}` });
  await expect(dialog.getByText('Applies to new sales only.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Class name' }).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  expect(writes).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Class name' }).fill(`${name}!`);
  await dialog.getByRole('checkbox', { name: /^Only a typo/ }).check();
  const sub = dialog.getByRole('combobox', { name: 'Sub-category' });
  await dialog.getByRole('combobox', { name: 'Category', exact: true }).click();
  await page.getByRole('option', { name: 'Arts and crafts' }).click();
  await expect(sub).toBeDisabled();
  await expect(sub).toHaveValue('');
  await expect(sub).toBeEnabled();
  await dialog.getByRole('textbox', { name: 'Class price' }).fill('12.5');
  await dialog.getByRole('textbox', { name: 'Membership discount', exact: true }).fill('12,55');
  await dialog.getByRole('textbox', { name: 'Enrol reward' }).fill('25');
  await dialog.getByLabel('Deleted').check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const refusal = page.getByRole('button', {
    name: /^Close the message: \d+ enrolled students with/,
  });
  await refusal.click();
  await dialog.getByRole('checkbox', { name: /although enrolled students have upcoming sessions/ }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  expect(writes.at(-1)?.body).toMatchObject({
    class_data: {
      class_price: 12.5,
      membership_discount: 1255,
      enrol_reward: 25,
      sub_category: null,
      del_flag: true,
    },
    force: true,
    typo_only: true,
  });
  expect((await they('GET', `class/${EDITED}`)).body.class.enrol_reward).toBe(25);
  const german = (await they('GET', `class/${EDITED}/translations`)).body.translations.find(
    (one: { language_slug: string }) => one.language_slug === 'de',
  );
  expect(german).toMatchObject({ class_name: 'Gitarre', outdated: false });
  await expect(row).toContainText('USD 12.50');
  await expect(row).toContainText('12.55');
  await row.getByRole('button', { name: `Why is this not on the site? ${name}!` }).click();
  const why = page.getByRole('dialog', { name: 'Why is this not on the site?' });
  await expect(why.getByRole('listitem')).toHaveText(['Deleted']);
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Only visible for client' }).check();
  await expect(page.getByText('No results')).toBeVisible();
});

test('by mouse: programs with all that a link holds, the star, the place', async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  await open(page, 'superadmin', `/classes?program_id=2&name=%23${PLACED}`);
  const row = rowOf(page, PLACED);
  const writes = writesOf(page);
  const failing = (route: Route) => route.fulfill({ status: 503, json: { message: 'Busy', code: 'X' } });
  await page.route('**/api/wladmin/program/3', failing);
  await takeAction(row, 'Assign programs');
  const dialog = page.getByRole('dialog', { name: /^Assign programs/ });
  await dialog.getByRole('combobox', { name: 'Add a program' }).click();
  await expect(page.getByRole('option', { name: 'Brightside Courses' })).toHaveAttribute(
    'data-combobox-disabled',
  );
  await page.getByRole('option', { name: 'Lumière Formation' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const link = dialog.getByRole('group', { name: 'Lumière Formation' });
  await link.getByRole('textbox', { name: 'Discount percentage' }).fill('140');
  await link.getByRole('textbox', { name: 'Display order' }).fill('7');
  await link.getByLabel('Featured').check();
  const tags = link.getByRole('combobox', { name: 'Tags' });
  await expect(link.getByText('The list could not be loaded. Open it to try again.')).toBeVisible();
  await page.unroute('**/api/wladmin/program/3', failing);
  await tags.click();
  await page.getByRole('option', { name: 'Débutants' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const { programs } = (await they('GET', `class/${PLACED}/programs`)).body;
  expect(programs).toMatchObject([
    { program_id: 2, home: true },
    {
      program_id: 3,
      active: 1,
      discount_percentage: 100,
      featured: 'y',
      display_order: 7,
      tags: [expect.any(Number)],
    },
  ]);
  const made = await they('POST', 'site-category', { data: { category_name: 'Peinture', program_id: 3 } });
  // Of the program that sells it, though not of its home.
  await row.getByRole('button', { name: /^Edit:/ }).click();
  const edit = page.getByRole('dialog', { name: /^Edit class/ });
  await edit.getByRole('combobox', { name: 'Category', exact: true }).click();
  await page.getByRole('option', { name: 'Peinture' }).click();
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit).toHaveCount(0);
  const { category } = (await they('GET', `class/${PLACED}`)).body.class;
  expect(category).toBe(made.body.category.id);
  await takeAction(row, 'Assign programs');
  await expect(link.getByRole('textbox', { name: 'Display order' })).toHaveValue('7');
  await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await link.getByLabel('On sale').uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await takeAction(row, 'Assign programs');
  await expect(dialog.getByText('The class loses')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Remove Lumière Formation' }).click();
  await expect(dialog.getByText(/^The class loses Peinture: none of/)).toBeVisible();
  await expect(dialog.getByRole('switch', { name: 'On sale' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await expect(dialog).toHaveCount(0);
  expect(writes).toHaveLength(4);
  expect((await they('GET', `class/${PLACED}/programs`)).body.programs).toHaveLength(1);
  expect((await they('GET', `class/${PLACED}`)).body.class.category).toBeNull();

  await row.getByRole('button', { name: /^Display order none/ }).click();
  const order = page.getByRole('dialog', { name: /^Display order/ });
  await order.getByRole('textbox', { name: 'Place in Brightside Courses' }).fill('3');
  await order.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('button', { name: /^Display order 3/ })).toBeVisible();
  const star = row.getByRole('button', { name: /^Featured/ });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  expect((await they('GET', `class/${PLACED}?program_id=2`)).body.class).toMatchObject({
    featured: 'y',
    display_order: 3,
  });
});

test('a report is mailed or downloaded, as its menu says, by keyboard', async ({ page }) => {
  await open(page, 'superadmin', `/classes?name=%23${TAKEN}`);
  const button = moreOf(rowOf(page, TAKEN));
  const writes = writesOf(page);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Report: View' })).toBeVisible();
  const mail = page.getByRole('menuitem', { name: 'Report: Email to me' });
  await expect(mail).toBeVisible();
  expect(writes).toEqual([]);
  await mail.press('Enter');
  await expect(
    page.getByRole('status').getByText('Report has been created and has been sent to your email'),
  ).toBeVisible();
  expect(writes).toMatchObject([{ path: `class/${TAKEN}/report` }]);
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(mail).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Report: Download' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe(`class-${TAKEN}-report.xlsx`);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(writes).toHaveLength(1);

  // A failure is told where it was asked for.
  await page.route('**/storage/reports/class-*.xlsx', (route) => route.fulfill({ status: 503, body: '' }));
  await takeAction(rowOf(page, TAKEN), 'Report: Download');
  await expect(page.getByText('Download error. Try again later')).toBeVisible();
});

test('whoever was unenrolled by mistake is enrolled again from the toast', async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const users = async () =>
    (await they('GET', `class/${UNENROLLED}/users`)).body.users as {
      id: number;
      user_id: number;
      enrol_status: number;
    }[];
  const before = await users();
  const first = before.find(({ enrol_status }) => enrol_status === 0);
  await holdToasts(page);
  await open(page, 'superadmin', `/classes?name=%23${UNENROLLED}&users=${UNENROLLED}`);
  const row = page.getByRole('tabpanel', { name: 'Users' }).locator(`tr[data-row="${first?.id}"]`);
  await row.getByRole('button', { name: /^Unenroll/ }).click();
  await expect(row).toContainText('Blocked');
  const toast = page.getByRole('status').filter({ hasText: /unenrolled/ });
  await expect(toast).toBeVisible();
  await toast.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(row).toContainText('Active');
  await expect.poll(users).toEqual(before);
});

test('users are blocked, made active and added; a comment goes after a question', { tag: '@deep' }, async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const [first] = (await they('GET', `class/${TAKEN}/users`)).body.users;
  await open(page, 'superadmin', `/classes?name=%23${TAKEN}&users=${TAKEN}`);
  const users = page.getByRole('tabpanel', { name: 'Users' });
  const row = users.locator(`tr[data-row="${first.id}"]`);
  await row.getByRole('button', { name: /^Unenroll/ }).click();
  await expect(row).toContainText('Blocked');
  await users.getByRole('combobox', { name: 'Add a user' }).fill(`${first.email}`);
  await page.getByRole('option', { name: new RegExp(first.last_name) }).click();
  await users.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(users.getByText(/is already in this class: Blocked/)).toBeVisible();
  await row.getByRole('button', { name: /^Activate/ }).click();
  await expect(row).toContainText('Live');
  await users.getByRole('textbox', { name: 'Name, email or ID' }).fill(first.email);
  await expect(users.getByRole('status').getByText('1 user')).toBeVisible();

  await page.goto(`/classes?comments=${COMMENTED}`);
  const comments = page.getByRole('tabpanel', { name: 'Comments' });
  await expect(comments.getByRole('listitem').first()).toBeVisible();
  const all = await comments.getByRole('listitem').count();
  await comments
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  const question = page.getByRole('dialog', { name: 'Remove comment?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(question).toHaveCount(0);
  await expect(comments.getByRole('listitem')).toHaveCount(all - 1);
});

test('a bound admin by keyboard: own classes, tags, no action that is not theirs, a conflict by name', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  await open(page, 'admin', `/classes?name=%23${LENT}`);
  await expect(page.getByText('Your account is limited to this program')).toBeVisible();
  await expect(rowOf(page, LENT).getByRole('button', { name: /^Users/ })).toBeVisible();
  for (const action of [/^Edit/, /^Comments/, /^Assign programs/, /^Report/, /^More/])
    await expect(page.getByRole('button', { name: action })).toHaveCount(0);
  await page.goto(`/classes?name=%23${LENT}&edit=${LENT}`);
  await expect(page.getByRole('dialog')).toContainText('This class belongs to another program.');

  const tagsOf = async () => (await they('GET', `class/${TAGGED}`)).body.class.tags.length;
  const before = await tagsOf();
  await page.goto(`/classes?name=%23${TAGGED}`);
  const row = rowOf(page, TAGGED);
  await tabTo(page, moreOf(row));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Assign programs' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Assign tags' }).press('Enter');
  const tags = page.getByRole('dialog', { name: /^Assign tags/ });
  await expect(tags.getByRole('textbox', { name: 'Search tags' })).toBeFocused();
  await tabTo(page, tags.getByRole('checkbox', { name: 'Beginners' }));
  await page.keyboard.press('Space');
  await tabTo(page, tags.getByRole('button', { name: 'Save' }));
  await page.keyboard.press('Enter');
  await expect(tags).toHaveCount(0);
  await expect(moreOf(row)).toBeFocused();
  expect(await tagsOf()).toBe(before + 1);

  await page.goto(`/classes?name=%23${KEYED}`);
  const opener = rowOf(page, KEYED).getByRole('button', { name: /^Edit/ });
  const dialog = page.getByRole('dialog', { name: /^Edit class/ });
  const field = dialog.getByRole('textbox', { name: 'Class name' });
  await expectFocusIsKept(page, {
    opener,
    dialog,
    first: field,
    fill: () => field.fill('Bread, mine'),
    saves: `**/class/${KEYED}`,
  });
  await opener.press('Enter');
  await field.fill('Bread, mine');
  await they('PATCH', `class/${KEYED}`, { class_data: { viewable: 0 } });
  await page.keyboard.press('Enter');
  const notice = page.getByRole('alert').filter({ hasText: 'Changed by another admin' });
  await expect(notice).toContainText('superadmin@example.com saved this');
  await notice.getByRole('button', { name: 'Keep mine and save' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  expect((await they('GET', `class/${KEYED}`)).body.class).toMatchObject({
    class_name: 'Bread, mine',
    viewable: 0,
  });
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`nothing for axe to find, ${colorScheme}; a bundle leads to its editor`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, 'superadmin', '/bundles?program_id=2&name=c%2B%2B');
    await expect(page.getByRole('link', { name: /^Bundle editor/ }).first()).toHaveAttribute(
      'href',
      /^\/bundle-classes\/\d+$/,
    );
    await expect(page.getByRole('link', { name: /^Translations/ }).first()).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const dialog of ['edit=8', 'programs=8', 'users=8', 'comments=8']) {
      await page.goto(`/classes?program_id=2&name=%238&${dialog}`);
      await expect(page.getByRole('dialog').getByRole('button').first()).toBeVisible();
      await expectAccessible(page, dialog);
      await expectToFit(page, dialog);
    }
  });
}

async function open(page: Page, role: DemoRole, address: string): Promise<void> {
  await signIn(page, role);
  // Wide enough for every action to be a button.
  await page.setViewportSize({ width: 1800, height: 1000 });
  await page.goto(address);
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
}

function rowOf(page: Page, id: number): Locator {
  return page.locator(`tr[data-row="${id}"]`);
}

function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/wladmin/classes?')) asked.push(request.url());
  });
  return asked;
}
