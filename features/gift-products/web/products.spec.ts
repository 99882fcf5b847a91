import { expect, type Locator, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES, inDepth } from '../../../test/deep.ts';
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { apiAs } from '../../../test/e2e/api.ts';
import { expectFocusIsKept } from '../../../test/e2e/focus.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { moreOf, takeAction } from '../../../test/e2e/row-action.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { typeInABurst } from '../../../test/e2e/waiting/clock.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

const PATH = '/giveaways/products';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="8" fill="#936"/></svg>`;
let made = 0;

test('by mouse: a class is given, then a digital item drawn as an SVG; a 400 stays in a toast', {
  tag: '@deep',
}, async ({ page }) => {
  const name = unique('Mouse');
  await page.clock.install();
  await open(page, 'superadmin', `${PATH}?program_id=2`);
  await expect(page.getByRole('heading', { name: 'LiL Giveaways products', level: 1 })).toBeVisible();
  const writes = writesOf(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/class-search')) asked.push(request.url());
  });
  await page.getByRole('button', { name: 'Add product' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add product' });
  await expect(dialog.getByRole('radio', { name: 'Discount (inactive)' })).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('radio', { name: 'Class or bundle' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose a class or bundle')).toBeVisible();
  expect(writes).toEqual([]);
  const search = dialog.getByRole('combobox', { name: 'Class or bundle' });
  await typeInABurst(search, 'poetical');
  await page.getByRole('option', { name: 'Poetical Science · #3' }).click();
  await expect(search).toHaveValue('Poetical Science · #3');
  expect(asked).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await expect(dialog).toHaveCount(0);
  expect(writes).toHaveLength(1);
  expect(writes[0]?.body).toMatchObject({
    data: { name, type: 'class', program_id: 2, image_id: 0, data: { class_id: 3 } },
  });

  await page.getByRole('textbox', { name: 'Product name or ID' }).fill(name);
  await expect(page.getByRole('status').getByText('1 product', { exact: true })).toBeVisible();
  const row = page.locator('tr[data-row]').filter({ hasText: name });
  await expect(row).toContainText('Poetical Science (#3)');
  await row.getByRole('button', { name: `Edit: ${name}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit product: ${name}` });
  await edit.getByRole('radio', { name: 'Digital item' }).check();
  await expect(search).toHaveCount(0);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Add an image of the digital item')).toBeVisible();
  const item = edit.getByRole('group', { name: 'Digital item' });
  const file = { name: 'item.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) };
  await edit.locator('input[type=file]').first().setInputFiles(file);
  const preview = item.getByRole('img', { name: 'Preview of the digital item' });
  await expect(preview).toHaveAttribute('src', /^\/storage\/images\/.*\.png$/);
  expect(await preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1000);
  await edit.getByRole('textbox', { name: 'Chain ID' }).fill('0xab');
  await page.route('**/lilt-product/*', (route) => {
    const json = { message: 'Somebody has this product', code: 'BAD_REQUEST' };
    return route.request().method() === 'PATCH' ? route.fulfill({ status: 400, json }) : route.fallback();
  });
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  const close = page.getByRole('button', { name: 'Close the message: Somebody has this product' });
  await expect(close).toBeVisible();
  await close.click();
  await page.unroute('**/lilt-product/*');
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit).toHaveCount(0);
  await expect(row).toContainText('Digital item');
  await expect(row).toContainText('0xab');
  await expect(row).not.toContainText('Poetical');
});

/** In which axe looks at the form. */
const inspected = inDepth(['Digital item'], ['Digital item', 'Class or bundle', 'Money']);

test('by keyboard: money with its currency, the list sorted; nothing for axe to find', async ({ page }) => {
  const name = unique('Keys');
  await open(page, 'superadmin', PATH);
  await page.getByRole('button', { name: 'Program', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/sort_by=program/);
  await expect(page.getByRole('columnheader', { name: 'Program' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Add product' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add product' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type(name);
  await tabTo(page, dialog.getByRole('radio', { name: 'Physical' }));
  for (const type of ['Digital item', 'Class or bundle', 'Money']) {
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: type })).toBeChecked();
    if (inspected.includes(type)) await expectAccessible(page, type);
  }
  await tabTo(page, dialog.getByRole('textbox', { name: 'Amount' }));
  await page.keyboard.type('12.5');
  await tabTo(page, dialog.getByRole('combobox', { name: 'Currency' }));
  await page.keyboard.type('jpy');
  await expect(page.locator('[data-combobox-selected]')).toHaveText('JPY');
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Save' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter an amount in JPY')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('1200');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Product name or ID' }).fill(name);
  const row = page.locator('tr[data-row]').filter({ hasText: name });
  await expect(row).toContainText('JPY 1,200');
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await expect(row).toContainText('Global site');
  for (const colorScheme of COLOR_SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
});

test('dialogs keep the focus; programs and translations are saved; an old discount keeps its type', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const name = unique('Hung on');
  const { id } = await make(they, { name, description: 'Made of clay' });
  const german = { language_slug: 'de', name: 'Aus Ton', description: 'Aus Ton gemacht' };
  await they('PATCH', `lilt-product/${id}/translations`, { translations: [german] });
  await open(page, 'superadmin', `${PATH}?name=%23${id}`);
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Name' });
  const editor = page.getByRole('button', { name: `Edit: ${name}` });
  await expectFocusIsKept(page, {
    opener: editor,
    dialog,
    first: field,
    fill: () => field.fill('Mine'),
    saves: `**/lilt-product/${id}**`,
  });
  await takeAction(page, 'Assign programs', name);
  await dialog.getByRole('checkbox', { name: 'Lumière Formation' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await they('GET', `lilt-product/${id}/programs`)).body.programs).toEqual([2, 3]);

  await editor.click();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Made of clay.');
  await dialog.getByRole('checkbox', { name: /^Only a typo/ }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const { translations } = (await they('GET', `lilt-product/${id}/translations`)).body;
  expect(translations.filter(({ outdated }: { outdated: boolean }) => outdated)).toEqual([]);

  // Of the demo, and only looked at.
  const { products } = (await they('GET', 'lilt-products?name=Ten+percent+off')).body;
  await page.goto(`${PATH}?edit=${products[0].id}`);
  await expect(dialog.getByRole('radio', { name: 'Discount (inactive)' })).toBeChecked();
});

test('a program’s staff sees what is assigned to it, and edits its own alone', async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const word = unique('Shelf');
  const own = await make(they, { name: `${word} own` });
  const lent = await make(they, { name: `${word} lent`, program_id: 3 });
  await they('PATCH', `lilt-product/${lent.id}/programs`, { programs: [2] });
  await make(they, { name: `${word} foreign`, program_id: 3 });
  await open(page, 'programadmin', `${PATH}?name=${encodeURIComponent(word)}`);
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'lent' })).toContainText('Another program');
  await expect(rows.filter({ hasText: 'lent' }).getByRole('button')).toHaveCount(0);
  await moreOf(rows.filter({ hasText: 'own' })).click();
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Assign programs' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: 'Program' })).toHaveCount(0);
  await page.getByRole('button', { name: `Edit: ${own.name}` }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit product/ });
  await expect(dialog.getByRole('switch', { name: /new program sites/ })).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Ours');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto(`${PATH}?edit=${lent.id}`);
  await expect(page.getByRole('dialog')).toContainText(/another program/i);
});

test('the form of an event searches what it gives, by keyboard, and can give nothing', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const word = unique('Prize');
  const prize = await make(they, { name: `${word} cup` });
  await make(they, { name: `${word} of others`, program_id: 3 });
  const dates = { start_at: '2030-01-01T00:00:00Z', end_at: '2030-02-01T00:00:00Z' };
  const { event } = (
    await they('POST', 'lilt-event', {
      data: { name: `${word} event`, type: 'regular', price: 1, program_id: 2, ...dates },
    })
  ).body;
  await page.clock.install();
  await open(page, 'programadmin', `/events?name=%23${event.id}`);
  const opener = page.getByRole('button', { name: `Edit: ${event.name}` });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: /^Edit event/ });
  const product = dialog.getByRole('combobox', { name: 'Product' });
  const writes = writesOf(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/lilt-products?')) asked.push(request.url());
  });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await tabTo(page, product);
  await typeInABurst(product, word);
  const option = `${prize.name} · Physical · #${prize.id}`;
  await expect(page.getByRole('listbox', { name: 'Product' }).getByRole('option')).toHaveText([option]);
  await expect(page.locator('[data-combobox-selected]')).toHaveText(option);
  expect(asked).toHaveLength(1);
  await page.keyboard.press('Enter');
  await expect(product).toHaveValue(option);
  // The Enter that chose may be pressed once too often: it saves nothing by itself.
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await expect(product).toHaveValue(option);
  await expect(dialog).toBeVisible();
  expect(writes).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  expect(writes).toHaveLength(1);
  await expect(page.locator('tr[data-row]')).toContainText(`Prize: ${prize.name}`);

  await opener.click();
  await expect(product).toHaveValue(option);
  await tabTo(page, dialog.getByRole('button', { name: 'Clear Product' }));
  await page.keyboard.press('Enter');
  await expect(product).toHaveValue('');
  await expect(product).toBeFocused();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await they('GET', `lilt-event/${event.id}`)).body.event.product).toBeNull();
});

async function open(page: Page, role: 'superadmin' | 'programadmin', path: string): Promise<Locator> {
  await signIn(page, role);
  await page.goto(path);
  const first = page.locator('tr[data-row]').first();
  await expect(first).toBeVisible();
  return first;
}

async function make(they: Awaited<ReturnType<typeof apiAs>>, values: Record<string, unknown>) {
  const { status, body } = await they('POST', 'lilt-product', {
    data: { type: 'physical', program_id: 2, ...values },
  });
  expect(status).toBe(200);
  return body.product as { id: number; name: string };
}

function unique(name: string): string {
  made += 1;
  return `${name} ${Date.now()}-${made}`;
}
