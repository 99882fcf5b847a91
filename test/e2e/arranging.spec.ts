import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './accessible.ts';
import { type ApiCall, apiAs } from './api.ts';
import { keysOf } from './keyboard.ts';
import { signIn } from './session.ts';
import { writesOf } from './writes.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const NAMES = [
  'Acrylics',
  'Bookbinding',
  'Calligraphy',
  'Drawing',
  'Embroidery',
  'Felting',
  'Glass',
  'Herbs',
  'Ikebana',
  'Jewellery',
];
/** As no list has them. */
const WANTED = [7, 2, 9, 0, 5, 1, 8, 3, 6, 4];

let they: ApiCall;
test.beforeEach(async ({ baseURL }) => {
  they = await apiAs(baseURL, 'superadmin');
});

/** A program of its own, with a class of each name. */
async function programWith(names: readonly string[]): Promise<{ program_id: number; ids: number[] }> {
  const mark = crypto.randomUUID().slice(0, 8);
  const { body } = await they('POST', 'program', {
    program_data: { program_tag: `order-${mark}`, program_display_name: `Order ${mark}` },
  });
  const program_id = body.program.id;
  const ids: number[] = [];
  for (const class_name of names) {
    const made = await they('POST', 'class', { class_data: { class_name, program_id } });
    ids.push(made.body.class.id);
  }
  return { program_id, ids };
}

const orderOf = async (program_id: number): Promise<number[]> =>
  (await they('GET', `classes/order?program_id=${program_id}`)).body.rows.map(({ id }: { id: number }) => id);

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Arrange classes and bundles: Order / });
const listOf = (page: Page, name: 'In order' | 'No place') => dialogOf(page).getByRole('list', { name });

test('an order in which nothing was moved is not sent, and nothing is said to have succeeded', {
  tag: '@deep',
}, async ({ page }) => {
  const { program_id } = await programWith(['Acrylics']);
  await signIn(page, 'superadmin');
  await page.goto(`/classes?program_id=${program_id}`);
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await page.keyboard.press('a');
  const writes = writesOf(page);
  await dialogOf(page).getByRole('button', { name: 'Save order' }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByText('Success!')).toHaveCount(0);
  expect(writes).toEqual([]);
});

test('by keyboard: ten classes in order, in any order, in 25 keys', async ({ page }) => {
  const { program_id, ids } = await programWith(NAMES);
  const wanted = WANTED.map((index) => ids[index]);
  await signIn(page, 'superadmin');
  await page.goto(`/classes?program_id=${program_id}`);
  await expect(page.locator('tr[data-row]')).toHaveCount(NAMES.length);
  const keys = keysOf(page);
  await keys.press('a');
  const search = dialogOf(page).getByRole('textbox', { name: 'Find classes and bundles to place' });
  await expect(search).toBeFocused();
  for (const [place, index] of WANTED.entries()) {
    await keys.type(NAMES[index]?.slice(0, 1).toLowerCase() ?? '');
    await keys.press('Enter');
    await expect(listOf(page, 'In order').locator('li[data-row]')).toHaveCount(place + 1);
  }
  await keys.press('Control+Enter');
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await orderOf(program_id)).toEqual(wanted);
  expect(keys.count).toBeLessThanOrEqual(25);
});

test('rows are moved, added and removed by keys, and the focus stays with them; what is unsaved is guarded', async ({
  page,
}) => {
  const { program_id, ids } = await programWith(NAMES.slice(0, 4));
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  await they('PATCH', 'classes/order', { program_id, ids: [a, b, c] });
  await signIn(page, 'superadmin');
  await page.goto(`/classes?program_id=${program_id}&arrange=1`);
  const placed = listOf(page, 'In order');
  const row = (id: number) => dialogOf(page).locator(`li[data-row="${id}"] button`).first();
  const names = placed.locator('li[data-row]');
  await row(a).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(names).toHaveText([/1Bookbinding/, /2Acrylics/, /3Calligraphy/]);
  await expect(row(a)).toBeFocused();
  await expect(dialogOf(page).getByRole('status').filter({ hasText: 'place 2 of 3' })).toHaveText(
    'Acrylics: place 2 of 3',
  );
  await page.keyboard.press('Alt+End');
  await expect(names).toHaveText([/1Bookbinding/, /2Calligraphy/, /3Acrylics/]);
  await expect(row(a)).toBeFocused();
  await page.keyboard.press('Alt+Home');
  await expect(names).toHaveText([/1Acrylics/, /2Bookbinding/, /3Calligraphy/]);
  await page.keyboard.press('ArrowDown');
  await expect(row(b)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(names).toHaveText([/1Acrylics/, /2Calligraphy/]);
  await expect(row(c)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(row(b)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(d)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(names).toHaveText([/1Acrylics/, /2Calligraphy/, /3Drawing/]);
  await expect(row(b)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await expect(question).toContainText('You changed the order.');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await dialogOf(page).getByRole('button', { name: 'Save order' }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await orderOf(program_id)).toEqual([a, c, d]);
});

test('rows are dragged; an order that was changed since keeps mine, with what was added', async ({
  page,
}) => {
  const { program_id, ids } = await programWith(NAMES.slice(0, 4));
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  await they('PATCH', 'classes/order', { program_id, ids: [a, b, c] });
  await signIn(page, 'superadmin');
  await page.goto(`/classes?program_id=${program_id}&arrange=1`);
  const handle = (id: number) => listOf(page, 'In order').locator(`li[data-row="${id}"] > span`).first();
  const names = listOf(page, 'In order').locator('li[data-row]');
  await expect(names).toHaveCount(3);
  await drag(page, handle(a), handle(c), 10);
  await expect(names).toHaveText([/1Bookbinding/, /2Calligraphy/, /3Acrylics/]);
  await drag(page, handle(a), handle(b), -10);
  await expect(names).toHaveText([/1Acrylics/, /2Bookbinding/, /3Calligraphy/]);
  await drag(page, handle(c), handle(a), -10);
  await expect(names).toHaveText([/1Calligraphy/, /2Acrylics/, /3Bookbinding/]);
  await they('PATCH', 'classes/order', { program_id, ids: [a, b, c, d] });
  await dialogOf(page).getByRole('button', { name: 'Save order' }).click();
  await expect(dialogOf(page).getByText('Changed by another admin')).toBeVisible();
  await dialogOf(page).getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await orderOf(program_id)).toEqual([c, a, b, d]);
});

test('on a phone it fits, and the buttons of a row do what its keys do', { tag: '@deep' }, async ({
  page,
}) => {
  const { program_id, ids } = await programWith(NAMES.slice(0, 3));
  const [a = 0, b = 0, c = 0] = ids;
  await they('PATCH', 'classes/order', { program_id, ids: [a, b] });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'superadmin');
  await page.goto(`/classes?program_id=${program_id}&arrange=1`);
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Add at the end: Calligraphy' }).click();
  await dialog.getByRole('button', { name: 'Move up: Bookbinding' }).click();
  await dialog.getByRole('button', { name: 'Remove the place: Acrylics' }).click();
  await expectToFit(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save order' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await orderOf(program_id)).toEqual([b, c]);
});

/** Drags by the mouse to a point so many pixels below the middle of the goal. */
async function drag(
  page: Page,
  from: ReturnType<Page['locator']>,
  to: ReturnType<Page['locator']>,
  below: number,
): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('both rows are on the page');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2 + below, { steps: 5 });
  await page.mouse.up();
}

test('every noun with a display order is arranged, and each level of a tree by itself', {
  tag: '@deep',
}, async ({ page }) => {
  const { program_id } = await programWith([]);
  const dates = { start_at: '2030-01-01T00:00:00Z', end_at: '2030-02-01T00:00:00Z' };
  const made = async (path: string, data: object): Promise<number> => {
    const { body } = await they('POST', path, { data: { ...data, program_id } });
    return (body.event ?? body.category).id;
  };
  const gift = await made('lilt-category', { name: 'Books' });
  const below = [
    await made('lilt-category', { name: 'Novels', parent_id: gift }),
    await made('lilt-category', { name: 'Poems', parent_id: gift }),
  ];
  const event = await made('lilt-event', { name: 'Summer', type: 'regular', price: 1, ...dates });
  const category = await made('site-category', { category_name: 'Arts' });
  await signIn(page, 'superadmin');
  for (const { screen, opens, name, list, ids } of [
    { screen: '/events', opens: 'arrange=1', name: 'Summer', list: 'lilt-events', ids: [event] },
    {
      screen: '/giveaways/categories',
      opens: 'arrange=1',
      name: 'Books',
      list: 'lilt-categories',
      ids: [gift],
    },
    { screen: '/categories', opens: 'arrange=1', name: 'Arts', list: 'site-categories', ids: [category] },
    {
      screen: '/giveaways/categories',
      opens: `arrange_under=${gift}`,
      name: 'Poems',
      list: 'lilt-categories',
      ids: below.slice(1),
    },
  ]) {
    await page.goto(`${screen}?program_id=${program_id}&${opens}`);
    const dialog = page.getByRole('dialog', { name: /^Arrange / });
    await dialog.getByRole('button', { name: `Add at the end: ${name}` }).click();
    await dialog.getByRole('button', { name: 'Save order' }).click();
    await expect(dialog).toHaveCount(0);
    const parent = opens.startsWith('arrange_under') ? `&parent_id=${gift}` : '';
    const { body } = await they('GET', `${list}/order?program_id=${program_id}${parent}`);
    expect(body.rows.map(({ id }: { id: number }) => id)).toEqual(ids);
  }
});
