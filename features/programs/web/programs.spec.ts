import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { expectFocusIsKept } from '../../../test/e2e/focus.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { moreOf, takeAction } from '../../../test/e2e/row-action.ts';
import { signIn, signInAs } from '../../../test/e2e/session.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;
const tagOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

/** One of our own, switched off so that it stands in nobody's chooser. */
async function makeProgram(they: ApiCall, values: object = {}) {
  const name = unique('Program');
  const { body } = await they('POST', 'program', {
    program_data: { program_tag: tagOf(name), program_display_name: name, status: 0, ...values },
  });
  return { id: body.program.id as number, name };
}

test('a superadmin by mouse: a new program, its key, tags, subscriptions, defaults and languages', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const name = unique('Mouse');
  await signIn(page, 'superadmin');
  await page.goto('/programs');
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  const writes = writesOf(page);
  await page.getByRole('button', { name: 'Add program' }).click();
  const dialog = page.getByRole('dialog');
  const field = (label: string) => dialog.getByRole('textbox', { name: label, exact: true });
  const save = dialog.locator('[type="submit"]');
  await field('Program tag').fill('Not A Tag');
  await field('Support email').fill('nobody');
  await save.click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await expect(dialog.getByText('Use lowercase letters, digits and dashes')).toBeVisible();
  await expect(dialog.getByText('Must be an email address or empty')).toBeVisible();
  expect(writes).toEqual([]);
  await field('Program name').fill(name);
  await field('Program tag').fill(tagOf(name));
  await field('Support email').fill('help@example.com');
  await dialog.getByRole('checkbox', { name: /^Active/ }).uncheck();
  await expectAccessible(page);
  await save.dblclick();
  await expect(dialog).toHaveCount(0);
  expect(writes).toHaveLength(1);
  expect(writes[0]?.body).toMatchObject({
    program_data: {
      program_tag: tagOf(name),
      status: false,
      default_currency: 'USD',
      default_locale: 'en',
      lilt_enabled: false,
      data: { heading_text: '', populate_discount: false },
    },
  });

  await page.getByRole('textbox', { name: 'Program name or ID' }).fill(name);
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Off');
  const act = (label: string) => row.getByRole('button', { name: `${label}: ${name}` });
  await act('Edit').click();
  await expect(dialog).toHaveAccessibleName(`Edit program: ${name}`);
  await field('Heading').fill('Learn at night');
  await field('Program tag').fill(`${tagOf(name)}-2`);
  await expect(dialog.getByText('Addresses change with the tag')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create site key' }).click();
  const making = dialog.getByRole('group', { name: 'New site key' });
  await making.getByRole('button', { name: 'Create key' }).click();
  await expect(making.getByText('Enter a name')).toBeVisible();
  await making.getByRole('textbox', { name: 'Name of the key' }).fill('Shop');
  await making.getByRole('button', { name: 'Create key' }).dblclick();
  const key = dialog.getByRole('textbox', { name: 'Shop (shown only once)' });
  await expect(key).toHaveValue(/^[\w-]{43}$/);
  await expect(dialog.getByRole('button', { name: 'End Shop' })).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText(/The new site key \(shown only once\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(save).toHaveText('Copy the site key first');
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await key.inputValue());
  await save.click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText(`${tagOf(name)}-2`);

  await takeAction(row, 'Subscriptions', name);
  const yearly = dialog.getByRole('group', { name: 'Yearly' });
  await yearly.getByRole('textbox', { name: 'Price ID' }).fill('price_1');
  await expectAccessible(page);
  await save.click();
  await expect(dialog).toHaveCount(0);
  await takeAction(row, 'Default programs', name);
  await dialog.getByRole('checkbox', { name: 'Brightside Courses' }).check();
  await expect(dialog.getByRole('checkbox', { name })).toBeDisabled();
  await save.click();
  await expect(dialog).toHaveCount(0);
  await takeAction(row, 'Translations', name);
  await expect(dialog.getByRole('textbox', { name: 'Heading text in English' })).toHaveValue(
    'Learn at night',
  );
  await dialog.getByRole('tab', { name: /^German/ }).click();
  await dialog.getByRole('textbox', { name: 'Heading text in German' }).fill('Lern bei Nacht');
  await dialog.getByRole('button', { name: 'Save 1 language' }).click();
  await expect(dialog).toHaveCount(0);

  const id = Number(await page.locator('tr[data-row]').getAttribute('data-row'));
  const read = async (what: string) => (await they('GET', `program/${id}/${what}`)).body;
  expect((await read('subscriptions')).subscriptions).toContainEqual({
    type: 'year',
    product_id: '',
    price_id: 'price_1',
    coupon: '',
    known: { product_id: null, price_id: null, coupon: null },
  });
  expect((await read('programs')).programs).toEqual([2]);
  const { translations } = await read('translations');
  expect(translations).toContainEqual(
    expect.objectContaining({ language_slug: 'de', heading_text: 'Lern bei Nacht' }),
  );

  await act('Edit').click();
  await field('Heading').fill('Learn at night!');
  await expect(dialog.getByText('Otherwise outdated: German.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^Only a typo/ }).check();
  await save.click();
  await expect(dialog).toHaveCount(0);
  expect((await read('translations')).translations).toContainEqual(
    expect.objectContaining({ language_slug: 'de', outdated: false }),
  );

  // The command menu leads to its page, by its id and by its name.
  const search = page.getByRole('combobox', { name: 'Search or type #ID' });
  for (const typed of [`#${id}`, name]) {
    await page.keyboard.press('Control+k');
    await search.fill(typed);
    await page.getByRole('option', { name: `${name} Program #${id}: how it is set up` }).click();
    await expect(page).toHaveURL(new RegExp(`/programs/${id}$`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(dialog).toHaveCount(0);
    await page.goBack();
    await expect(row).toBeVisible();
  }
});

test('a bound programadmin by keyboard: their own program, its tags, no superadmin action', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { id, name } = await makeProgram(they, { status: 1 });
  await they('PATCH', `program/${id}/tags`, { tags: [{ name: 'Beginners' }] });
  const email = `${tagOf(name)}@example.com`;
  const password = 'a password of theirs';
  await they('POST', 'user', {
    user_data: { email, password, program_id: id, permissions: ['programadmin'] },
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await signInAs(page, email, password);
  const affiliate = page.getByRole('checkbox', { name: 'Program Affiliate Enabled' });
  await expect(affiliate).toBeEnabled();
  await expect(affiliate).not.toBeChecked();
  await tabTo(page, affiliate);
  await page.keyboard.press('Space');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(affiliate).toBeChecked();
  expect((await they('GET', `program/${id}`)).body.program.affiliate).toBe(1);
  await expectAccessible(page);

  await page.goto('/programs');
  const row = page.locator('tr[data-row]');
  await expect(row).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Add program' })).toHaveCount(0);
  const buttons = row.getByRole('button');
  await expect(buttons).toHaveCount(1);
  const manage = page.getByRole('button', { name: `Manage tags: ${name}` });
  await tabTo(page, manage);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Tags: ${name}` });
  const names = dialog.getByRole('textbox', { name: 'Name' });
  await expect(names.first()).toBeFocused();
  await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await tabTo(page, dialog.getByRole('button', { name: 'Add tag' }));
  await page.keyboard.press('Enter');
  await expect(names.nth(1)).toBeFocused();
  await page.keyboard.type('beginners');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('A tag with this name already exists')).toBeVisible();
  await expect(names.nth(1)).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Top instructor');
  await tabTo(page, dialog.getByRole('checkbox', { name: 'Instructor Tag' }).nth(1));
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Somebody else is faster, and named.
  await they('PATCH', `program/${id}`, { program_data: { support_email: 'first@example.com' } });
  await tabTo(page, dialog.getByRole('button', { name: 'Save' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/superadmin@example.com/).first()).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Keep mine' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(manage).toBeFocused();
  const { tags } = (await they('GET', `program/${id}`)).body.program;
  expect(tags).toMatchObject([
    { name: 'Beginners', active: 1, is_customer_tag: 0 },
    { name: 'Top instructor', active: 1, is_customer_tag: 1 },
  ]);

  await tabTo(page, page.getByRole('link', { name: `Details: ${name}` }));
  await page.keyboard.press('Enter');
  const details = page.getByRole('article', { name });
  await expect(details).toContainText('Beginners, Top instructor');
  await expect(details.getByText('Subscription: Yearly')).toBeVisible();
  await expect(details.getByRole('textbox')).toHaveCount(0);
  await page.goto(`/programs?edit=${id}`);
  await expect(page).toHaveURL(new RegExp(`/programs/${id}$`));
  for (const address of ['translations', 'defaults', 'subscriptions']) {
    await page.goto(`/programs?${address}=${id}`);
    await expect(page.getByRole('dialog', { name: 'No permission' })).toBeVisible();
  }
  await page.goto('/programs?edit=2');
  await expect(page.getByRole('dialog')).toContainText('There is no program #2');
});

test('a tag that classes use is switched off; failures are told as they should; the focus is kept', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { id, name } = await makeProgram(they);
  await signIn(page, 'superadmin');
  const dialog = page.getByRole('dialog');
  await page.goto(`/programs?name=%23${id}&tags=${id}`);
  await expect(dialog.getByText('No tags yet')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add tag' })).toBeFocused();
  await they('PATCH', `program/${id}/tags`, { tags: [{ name: 'Used' }, { name: 'Spare' }] });
  await inUse(page, id);
  await page.goto(`/programs?name=%23${id}`);
  const save = dialog.locator('[type="submit"]');
  await takeAction(page, 'Manage tags', name);
  const used = dialog.getByRole('group', { name: 'Tag: Used' });
  await used.getByRole('button', { name: 'Remove: Used' }).click();
  await expect(used.getByRole('alert')).toContainText("2 classes use it, so “Used” can't be removed.");
  await expectAccessible(page);
  await used.getByRole('button', { name: 'Deactivate tag' }).click();
  await expect(used.getByRole('checkbox', { name: 'Active' })).not.toBeChecked();
  await expect(used.getByRole('textbox')).toBeFocused();
  await dialog.getByRole('button', { name: 'Remove: Spare' }).click();
  await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await save.click();
  await expect(dialog).toHaveCount(0);
  const { tags } = (await they('GET', `program/${id}`)).body.program;
  expect(tags).toMatchObject([{ name: 'Used', active: 0 }]);

  const monthly = dialog.getByRole('group', { name: 'Monthly' });
  const product = monthly.getByRole('textbox', { name: 'Product ID' });
  await expectFocusIsKept(page, {
    opener: moreOf(page, name),
    open: () => takeAction(page, 'Subscriptions', name),
    dialog,
    first: product,
    fill: () => product.fill('prod_mine'),
    saves: `**/program/${id}/subscriptions`,
  });
  const edit = page.getByRole('button', { name: `Edit: ${name}` });
  const first = dialog.getByRole('textbox', { name: 'Program name' });
  await expectFocusIsKept(page, {
    opener: edit,
    dialog,
    first,
    fill: () => first.fill('Mine'),
    saves: `**/program/${id}`,
  });
  await edit.click();
  await dialog.getByRole('textbox', { name: 'Program tag' }).fill('brightside');
  await save.click();
  const taken = 'Another program has the tag “brightside”';
  await expect(page.getByRole('button', { name: `Close the message: ${taken}` })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Program tag' })).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: `Close the message: ${taken}` }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(edit).toBeFocused();

  // Home: global staff names the program before anything is saved.
  let saves = 0;
  await page.route('**/api/wladmin/program', (route) => {
    saves += 1;
    return route.fulfill({ status: 500, json: { message: 'Away', code: 'X' } });
  });
  await page.goto('/');
  const card = page.getByRole('region', { name: 'Program Configuration' });
  const affiliate = card.getByRole('checkbox', { name: 'Program Affiliate Enabled' });
  await expect(affiliate).toBeDisabled();
  await card.getByRole('combobox', { name: 'Program' }).click();
  await page.getByRole('option', { name: 'London Night School' }).click();
  await expect(affiliate).toBeEnabled();
  const before = await affiliate.isChecked();
  await affiliate.click();
  await expect(card.getByText('Not saved: Away')).toBeVisible();
  expect([saves, await affiliate.isChecked()]).toEqual([1, before]);
  await expectAccessible(page);
});

/** As if two classes bore the first tag. */
async function inUse(page: Page, id: number): Promise<void> {
  await page.route(`**/api/wladmin/program/${id}`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const body = await response.json();
    const [tag] = body.program.tags;
    return route.fulfill({
      response,
      json: { program: { ...body.program, tags: [{ ...tag, classes: 2 }, ...body.program.tags.slice(1)] } },
    });
  });
}

test('site keys by keyboard: made, replaced and ended inside the form of the program, which is not saved by it', async ({
  page,
  baseURL,
}) => {
  const { id, name } = await makeProgram(await apiAs(baseURL, 'superadmin'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'superadmin');
  await page.goto(`/programs?edit=${id}`);
  const dialog = page.getByRole('dialog', { name: `Edit program: ${name}` });
  const keys = dialog.getByRole('group', { name: 'Site keys' });
  await expect(keys.getByText("the program's site can't connect")).toBeVisible();
  const writes = writesOf(page);
  const saves = () => writes.filter(({ path }) => !path.includes('site-key'));
  const button = (label: string) => keys.getByRole('button', { name: label, exact: true });
  const press = async (label: string) => {
    await tabTo(page, button(label));
    await page.keyboard.press('Enter');
  };
  const field = keys.getByRole('textbox', { name: 'Name of the key' });

  // Escape ends what it stands in alone, and gives the focus back.
  await press('Create site key');
  await expect(field).toBeFocused();
  await page.keyboard.type('Half');
  // A save of the program would lose it without a word.
  await expect(dialog.locator('[type="submit"]')).toHaveText('Create or cancel the key first');
  await page.keyboard.press('Escape');
  await expect(dialog.locator('[type="submit"]')).toHaveText('Save');
  await expect(field).toHaveCount(0);
  await expect(button('Create site key')).toBeFocused();
  await expect(dialog).toBeVisible();

  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(keys.getByText('Enter a name')).toBeVisible();
  expect(writes).toEqual([]);
  await page.keyboard.type('Shop');
  // In a box as in the name: it is the key that is meant, and not the program around.
  await tabTo(page, keys.getByRole('checkbox', { name: 'Read' }));
  await page.keyboard.press('Enter');
  const shown = keys.getByRole('textbox', { name: 'Shop (shown only once)' });
  await expect(shown).toHaveValue(/^[\w-]{43}$/);
  await expect(button('Copy')).toBeFocused();
  const first = await shown.inputValue();
  expect(saves()).toEqual([]);

  // It is not lost by Escape, nor by a save.
  await page.keyboard.press('Escape');
  await expect(page.getByText(/The new site key \(shown only once\)/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.locator('[type="submit"]')).toHaveText('Copy the site key first');
  await tabTo(page, button('Copy'));
  await page.keyboard.press('Enter');
  await expect(button('Copied')).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await expect(dialog.locator('[type="submit"]')).toHaveText('Save');

  await press('Replace Shop');
  await expect(field).toHaveValue('Shop');
  await page.keyboard.press('Escape');
  await expect(button('Replace Shop')).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, keys.getByRole('textbox', { name: 'Hours until the old key ends' }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('2');
  await page.keyboard.press('Control+Enter');
  await expect(shown).not.toHaveValue(first);
  await expect(button('Copy')).toBeFocused();
  await expect(keys.getByRole('listitem')).toHaveCount(2);
  await expect(keys.getByRole('listitem').nth(1)).toContainText(/Replaced.*· ends /s);
  await page.keyboard.press('Enter');

  const last = keys.getByRole('listitem').nth(1).getByRole('button', { name: 'End Shop (replaced)' });
  await tabTo(page, last);
  await page.keyboard.press('Enter');
  await expect(button('Back')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(last).toBeFocused();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(button('Back')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(keys.getByRole('listitem')).toHaveCount(1);
  await expect(button('Show ended keys (1)')).toBeVisible();
  // Not on the page behind, where the next key would be lost.
  await expect(dialog.locator(':focus')).toHaveCount(1);
  expect(saves()).toEqual([]);
  expect(writes.map(({ path }) => path.replace(/\d+/g, 'N'))).toEqual([
    'program/N/site-keys',
    'program/N/site-keys',
    'program/N/site-key/N',
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('what Stripe says stands beneath each id of a subscription, also what it does not know', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const { id } = await makeProgram(await apiAs(baseURL, 'superadmin'));
  await page.route('**/api/wladmin/subscription-lookup?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    const price = { amount: 12.5, currency: 'EUR', interval: 'month', interval_count: 1, active: false };
    const known = {
      product_id: searchParams.get('product_id') === 'prod_gold' ? { name: 'Gold', active: true } : null,
      price_id: searchParams.get('price_id') === 'price_1' ? { ...price, product_id: 'prod_other' } : null,
      coupon: null,
    };
    return route.fulfill({ json: { known, asked: true } });
  });
  await signIn(page, 'superadmin');
  await page.goto(`/programs?subscriptions=${id}`);
  const dialog = page.getByRole('dialog', { name: /^Subscriptions/ });
  const monthly = dialog.getByRole('group', { name: 'Monthly' });
  await monthly.getByRole('textbox', { name: 'Product ID' }).fill('prod_gold');
  await expect(monthly.getByText('Gold')).toBeVisible();
  await monthly.getByRole('textbox', { name: 'Price ID' }).fill('price_1');
  await expect(monthly.getByText('EUR 12.50 a month')).toBeVisible();
  await expect(monthly.getByText('Inactive')).toBeVisible();
  await expect(monthly.getByText('This price belongs to another product, prod_other.')).toBeVisible();
  await monthly.getByRole('textbox', { name: 'Coupon' }).fill('NONE');
  await expect(monthly.getByText('No coupon with this ID in Stripe')).toBeVisible();
  await expectAccessible(page);
});
