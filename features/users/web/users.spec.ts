import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { expectFocusIsKept } from '../../../test/e2e/focus.ts';
import { topOf } from '../../../test/e2e/places.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { holdToasts } from '../../../test/e2e/waiting/toasts.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

const MEGABYTE = 1024 * 1024;
/** 1 × 1, opaque. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Of the demo: nobody saves them. */
const WITHOUT_PROGRAM = 2;
const LONG_NAMED = 3;
const DELETED = 4;

/** As they are answered for many classes, of which the first are named. */
const LOSSES = {
  count: 7,
  classes: [
    {
      id: 1,
      class_name: 'Raku',
      lost_categories: [
        { id: 1, category_name: 'Pottery' },
        { id: 2, category_name: 'Wheels' },
      ],
    },
  ],
};

test('by mouse: nothing is sent that is not right, then a user, an edit on every tab, and a refusal', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const email = unique();
  await holdToasts(page);
  await signIn(page, 'superadmin');
  await page.goto('/users');
  const writes = writesOf(page);
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await dialog.getByRole('tab', { name: 'Store' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('tab', { name: 'Person, 2 fields need fixing' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(dialog.getByText('Enter a password')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeFocused();
  // The same again leads back to it.
  await dialog.getByRole('tab', { name: 'Store' }).click();
  await dialog.getByRole('button', { name: 'Save for The Crafts Academy' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await expect(page.getByRole('button', { name: /^Close the message/ })).toHaveCount(0);
  expect(writes).toEqual([]);

  await dialog.getByRole('textbox', { name: 'First name' }).fill('Grace');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill('secret');
  await dialog.getByRole('checkbox', { name: 'Send welcome email' }).check();
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await expect(dialog).toHaveCount(0);
  expect(writes).toHaveLength(1);
  expect(writes[0]?.body).toMatchObject({
    user_data: {
      email,
      user_type: 'S',
      status: 1,
      approved: true,
      viewable: false,
      del_status: false,
      membership: false,
      locale: 'en',
      timezone: 31,
      site_program: 1,
      send_email: true,
    },
  });

  await page.getByRole('link', { name: 'Open' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit user: Grace' });
  await expect(edit.getByRole('textbox', { name: 'Password', exact: true })).toHaveValue('');
  const id = Number(new URL(page.url()).searchParams.get('edit'));
  await edit.getByRole('combobox', { name: 'Timezone' }).fill('tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await edit.getByLabel('Membership').check();
  const images = page.locator('input[type="file"]');
  const uploads = writes.length;
  await images
    .first()
    .setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * MEGABYTE + 1) });
  await expect(edit.getByText('The file is larger than 5 MB')).toBeVisible();
  expect(writes).toHaveLength(uploads);
  await images.first().setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG });
  await expect(edit.getByRole('img', { name: 'Preview of the photo' })).toHaveAttribute(
    'src',
    /^\/storage\//,
  );

  await edit.getByRole('tab', { name: 'Sites and categories' }).click();
  await edit.getByRole('button', { name: 'Assign to categories' }).click();
  const picker = page.getByRole('dialog', { name: 'Assign to categories', exact: true });
  await picker.getByRole('textbox', { name: 'Search categories' }).fill('arts');
  await picker.getByRole('checkbox', { name: 'Arts and crafts' }).check();
  await expect(picker.getByText(/^1 of \d+ categories, \d+ shown$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(picker).toHaveCount(0);
  await expect(edit.getByText('None yet')).toBeVisible();
  await edit.getByRole('button', { name: 'Assign to categories' }).click();
  const boxes = picker.getByRole('listitem').getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await picker.getByRole('button', { name: 'Set' }).click();
  await expect(picker).toHaveCount(0);
  await expect(edit.getByText(/ › /)).toHaveCount(1);

  await edit.getByRole('tab', { name: 'Store' }).click();
  await edit.getByRole('textbox', { name: 'Street' }).fill('1 Main St');
  await edit.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('option', { name: 'Canada' }).click();
  await edit.getByRole('tab', { name: 'Site', exact: true }).click();
  await edit.getByLabel('Daily quiz disabled').check();
  await edit.getByRole('textbox', { name: 'Profession' }).fill('Admiral');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  const { user } = (await they('GET', `site-user/${id}`)).body;
  expect(user).toMatchObject({
    email,
    first_name: 'Grace',
    membership: 1,
    daily_quiz_disabled: 1,
    student_profession: 'Admiral',
    lilt_delivery: '{"street":"1 Main St","country":"Canada","country_id":"ca"}',
    photo: { original_name: 'a.png' },
    categories: [{ sub_category_id: null }, { sub_category_id: expect.any(Number) }],
  });

  // A field of another tab that the server refuses: told, led to, and kept until it is closed.
  await page.goto(`/users?edit=${id}`);
  await edit.getByRole('textbox', { name: 'Email' }).fill('Ada.Lovelace@EXAMPLE.org');
  await edit.getByRole('tab', { name: 'Store' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Close the message: Another user has this email' }).click();
  await expect(edit.getByRole('tab', { name: /^Person, 1 field needs fixing/ })).toBeVisible();
  await expect(edit.getByRole('textbox', { name: 'Email' })).toBeVisible();
});

test('a user without a program is saved with one alone; the tab of it is opened', { tag: '@deep' }, async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto(`/users?edit=${WITHOUT_PROGRAM}`);
  const writes = writesOf(page);
  const dialog = page.getByRole('dialog', { name: 'Edit user: Noa Independent' });
  await dialog.getByRole('textbox', { name: 'First name' }).press('Enter');
  await expect(dialog.getByText('Choose a program', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Program' })).toBeFocused();
  await expect(dialog.getByRole('tab', { name: /^Sites and categories, 1 field/ })).toBeVisible();
  expect(writes).toEqual([]);
  await page.goto('/users?edit=999999');
  await expect(page.getByRole('dialog', { name: 'User #999999' })).toContainText(
    'There is no user #999999, or it belongs to another program.',
  );
});

test('by keyboard alone: a user is added in the fewest keys, found by id and by name', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const email = unique();
  const keys = { beside: 0, typed: 0 };
  const press = async (key: string) => {
    keys.beside += 1;
    await page.keyboard.press(key);
  };
  const type = async (text: string) => {
    keys.typed += text.length;
    await page.keyboard.type(text);
  };
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await press('Control+k');
  await type('add user');
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^Add user/);
  await press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'First name' })).toBeFocused();
  await type('Kay');
  await press('Tab');
  await type('Board');
  await press('Tab');
  await type(email);
  await press('Tab');
  await type('secret');
  await press('Enter');
  await expect(page.getByRole('status').getByText('User added')).toBeVisible();
  expect(keys).toEqual({ beside: 6, typed: `add userKayBoard${email}secret`.length });

  await page.keyboard.press('Control+k');
  await page.keyboard.type(email);
  const found = page.getByRole('option', { name: /Kay Board.*User #/ });
  await expect(found).toBeVisible();
  const id = /User #(\d+)/.exec((await found.textContent()) ?? '')?.[1] ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Kay Board' })).toBeFocused();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: 'Edit user: Kay Board' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`#${id}`);
  await expect(page.getByRole('option', { name: `Kay Board User #${id}` })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`/users?name=%23${id}`);
  const edit = page.getByRole('dialog', { name: 'Edit user: Kay Board' });
  const first = edit.getByRole('textbox', { name: 'First name' });
  await expectFocusIsKept(page, {
    opener: page.getByRole('button', { name: 'Edit: Kay Board' }),
    dialog: edit,
    first,
    fill: () => first.fill('Kai'),
    saves: `**/site-user/${id}`,
  });
  // Tabs by the arrows, and back into the fields of the one that is shown.
  await page.getByRole('button', { name: 'Edit: Kay Board' }).press('Enter');
  await expect(first).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(edit.getByRole('tab', { name: 'Sites and categories' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(edit.getByRole('combobox', { name: 'Program' })).toBeFocused();
});

test('who is gone or hidden is seen at a glance; every column is sorted by, every program offered once', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const id = await newUser(they, { first_name: 'Tea', last_name: 'Cher', user_type: 'I', viewable: 0 });
  const lilt_delivery = 'ring twice';
  await they('PATCH', `site-user/${id}`, { user_data: { lilt_delivery } });
  await signIn(page, 'superadmin');
  await page.goto('/users?program_id=2');
  const heads = ['ID', 'Name', 'Email', 'Type', 'Deleted', 'Status', 'Approved', 'Viewable', 'Membership'];
  await expect(page.getByRole('columnheader')).toHaveText(
    [...heads, 'Program', 'Address', 'Timezone', 'Actions'].map((head) => new RegExp(`^${head}`)),
  );
  await expect(rowOf(page, DELETED).getByRole('rowheader')).toContainText('Deleted');
  const asked = page.waitForRequest(/site-users\?.*sort_by=email/);
  await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').click();
  await asked;
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: '↑ Address' });
  await expect(page).toHaveURL(/sort_by=site_address/);

  await page.goto(`/users?name=%23${id}`);
  const row = rowOf(page, id);
  await expect(row.getByRole('rowheader')).toContainText('Not viewable');
  await expect(row.getByRole('cell', { name: 'Instructor' })).toBeVisible();
  await act(page, row, 'Site programs');
  const sites = page.getByRole('dialog', { name: 'Site programs: Tea Cher' });
  const home = sites.getByRole('checkbox', { name: 'Brightside Courses' });
  await expect(home).toBeChecked();
  await expect(home).toBeDisabled();
  await expect(home).toHaveAccessibleDescription('Home program');
  await sites.getByRole('checkbox', { name: 'Lumière' }).check();
  await sites.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').getByText('Success!')).toBeVisible();
  expect((await they('GET', `user/${id}/sites`)).body.sites).toEqual([3]);

  await act(page, row, 'Class programs');
  const programs = page.getByRole('dialog', { name: 'Class programs: Tea Cher' });
  await expect(programs.getByText(/lose/)).toHaveCount(0);
  await page.route('**/category-losses?*', (route) => route.fulfill({ json: LOSSES }));
  await programs.getByRole('checkbox', { name: 'Lumière' }).check();
  const losses = programs.getByRole('status').filter({ hasText: '7 classes lose categories' });
  await expect(losses.getByRole('listitem')).toHaveText(['Raku: Pottery and Wheels']);
  await expect(losses).toContainText('and 6 more');
  await programs.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').getByText('0 classes linked, 0 unlinked')).toBeVisible();
  await page.goto(`/users?programs=${await newUser(they, { last_name: 'Pupil' })}`);
  await expect(page.getByRole('dialog')).toContainText('Class programs are for instructors');

  // What cannot be read as an address is kept, and another's save is met.
  await page.goto(`/users?edit=${id}`);
  const edit = page.getByRole('dialog', { name: 'Edit user: Tea Cher' });
  await edit.getByRole('textbox', { name: 'First name' }).fill('Mine');
  await edit.getByRole('tab', { name: 'Store' }).click();
  const kept = edit.getByRole('textbox', { name: 'Address as received (not recognised)' });
  await expect(kept).toHaveValue(lilt_delivery);
  await edit.getByRole('button', { name: 'Enter an address instead' }).click();
  await expect(edit.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await edit.getByRole('button', { name: 'Keep the text' }).click();
  await expect(kept).toHaveValue(lilt_delivery);
  await they('PATCH', `site-user/${id}`, { user_data: { first_name: 'Theirs', status: 2 } });
  await edit.getByRole('button', { name: 'Save' }).click();
  const notice = edit.getByRole('alert').filter({ hasText: 'Changed by another admin' });
  await expect(notice.getByRole('radio', { name: 'Theirs: Theirs' })).toBeVisible();
  await notice.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(edit).toHaveCount(0);
  const { user } = (await they('GET', `site-user/${id}`)).body;
  expect(user).toMatchObject({ first_name: 'Mine', status: 2, lilt_delivery });
  await expect(rowOf(page, LONG_NAMED)).toBeVisible();
});

test('a list stands where its skeleton stood, whatever comes with it: pages, an order to choose, views', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'superadmin');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const come = Promise.withResolvers<void>();
    for (const late of ['**/site-users?*', '**/assets/saved-views*.js'])
      await page.route(late, (route) => come.promise.then(() => route.continue()));
    await page.goto('/users');
    const skeleton = await topOf(page.locator('table tbody[aria-hidden] tr'));
    const order = page.getByRole('combobox', { name: 'Sort by' });
    // Where all columns fit there may be nothing to choose before the rows have come.
    const place = width > 390 ? null : await topOf(order);
    come.resolve();
    await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
    await expect(order).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Pages, above the list' })).toBeVisible();
    if (place !== null) expect(await topOf(order), 'the order').toBe(place);
    expect(await topOf(page.locator('table tr[data-row]')), `at ${width}`).toBe(skeleton);
    await page.unrouteAll();
  }
});

test('a bound admin works on the own program alone', async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const foreign = await newUser(they, { site_program: 3 });
  const email = unique();
  await signIn(page, 'admin');
  await page.goto('/users');
  await expect(page.getByRole('textbox', { name: 'Program' })).toBeDisabled();
  await expect(page.getByText('Your account is limited to this program')).toBeVisible();
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Add LiL-T|Site programs|Class programs)/ })).toHaveCount(
    0,
  );
  await page.getByRole('button', { name: 'More: Ada Lovelace' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['LiL-T entries', 'Log in as user']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill('secret');
  await dialog.getByRole('tab', { name: 'Sites and categories' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Program' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('textbox', { name: 'ID, name or email' }).fill(email);
  await expect(page.getByRole('status').getByText('1 user', { exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Brightside Courses' })).toBeVisible();
  for (const address of [`edit=${foreign}`, `edit=${WITHOUT_PROGRAM}`]) {
    await page.goto(`/users?${address}`);
    await expect(page.getByRole('dialog')).toContainText('or it belongs to another program');
  }
  await page.goto(`/users?sites=${DELETED}`);
  await expect(page.getByRole('dialog', { name: 'No permission' })).toBeVisible();
});

for (const [colorScheme, width, tabs] of [
  ['light', 390, ['Person', 'Sites and categories', 'Store', 'Site']],
  ['dark', 1440, ['Person', 'Store']],
] as const) {
  test(`nothing for axe to find, ${colorScheme}`, { tag: '@deep' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, 'superadmin');
    await page.goto(`/users?name=%23${DELETED}`);
    await expect(rowOf(page, DELETED)).toBeVisible();
    await expectAccessible(page, 'list');
    await act(page, rowOf(page, DELETED), 'Edit');
    for (const tab of tabs) {
      await page.getByRole('dialog').getByRole('tab', { name: tab, exact: true }).click();
      await expectAccessible(page, tab);
    }
  });
}

async function newUser(they: ApiCall, data: object): Promise<number> {
  const { status, body } = await they('POST', 'site-user', {
    user_data: { email: unique(), password: 'secret', site_program: 2, ...data },
  });
  expect(status).toBe(200);
  return body.user.id;
}

/** A row's action, wherever the width has put it. */
async function act(page: Page, row: Locator, label: string): Promise<void> {
  const more = row.getByRole('button', { name: /^More:/ });
  const button = row.getByRole('button', { name: new RegExp(`^${label}:`) });
  await expect(more.or(button).first()).toBeVisible();
  if (await button.isVisible()) return button.click();
  await more.click();
  await page.getByRole('menuitem', { name: label }).click();
}

function rowOf(page: Page, id: number): Locator {
  return page.locator(`tr[data-row="${id}"]`);
}

let made = 0;
function unique(): string {
  made += 1;
  return `spec-${Date.now()}-${made}@example.org`;
}
