/** The program switcher: one program for every screen, in the address and on the device (decision 172). */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './accessible.ts';
import { apiAs } from './api.ts';
import { signIn } from './session.ts';
import { typeInABurst } from './waiting/clock.ts';

const BRIGHTSIDE = 'Brightside Courses';
const CRAFTS = 'The Crafts Academy';

const switcher = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Switch from / });
const filter = (page: Page) => page.getByRole('main').getByRole('combobox', { name: 'Program' });

test('by keyboard: a program is switched to, and kept in lists, records, forms, over reloads and in a new tab', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/users?page=2');
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await expect(switcher(page)).toHaveText('Switch from All programs');
  await page.keyboard.press('s');
  const chooser = page.getByRole('banner').getByRole('combobox', { name: 'Program' });
  await expect(chooser).toBeFocused();
  await page.keyboard.type('bright');
  await page.keyboard.press('Enter');
  await expect(switcher(page)).toHaveText(`Switch from ${BRIGHTSIDE}`);
  await expect(switcher(page)).toBeFocused();
  // Page 2 was one of all users.
  await expect(page).toHaveURL(/\/users\?program_id=2$/);
  await expect(filter(page)).toHaveValue(BRIGHTSIDE);

  // The menu, the record and the way back.
  const menu = page.getByRole('navigation', { name: 'Screens' });
  // A window of this height has no room for all groups.
  await menu.getByRole('button', { name: 'Catalogue', exact: true }).click();
  await menu.getByRole('link', { name: 'Site classes' }).click();
  await expect(page).toHaveURL(/\/classes\?program_id=2$/);
  await expect(filter(page)).toHaveValue(BRIGHTSIDE);
  await expect(page.getByRole('heading', { level: 1, name: 'Site classes' })).toBeVisible();
  await page.getByRole('rowheader').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/classes\/\d+\?program_id=2$/);
  await page.getByRole('article').getByRole('link', { name: 'Site classes' }).click();
  await expect(page).toHaveURL(/\/classes\?program_id=2$/);
  // G and a letter; a form begins in the program.
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await expect(page).toHaveURL(/\/events\?program_id=2$/);
  await page.getByRole('button', { name: 'Add event' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Add event' }).getByRole('combobox', { name: 'Program' }),
  ).toHaveValue(BRIGHTSIDE);

  await page.goto('/banners');
  await expect(page).toHaveURL(/\/banners\?program_id=2$/);
  await expect(filter(page)).toHaveValue(BRIGHTSIDE);
  const tab = await page.context().newPage();
  await tab.goto('/');
  await expect(switcher(tab)).toHaveText(`Switch from ${BRIGHTSIDE}`);
  // The Dashboard obeys, and its links lead to lists of the program with the same count.
  // Other tests draw meanwhile.
  await expect(async () => {
    await tab.goto('/');
    const undrawn = tab.getByRole('link', { name: /giveaways? to draw$/ });
    const [count] = (await undrawn.innerText()).split(' ');
    await undrawn.click();
    await expect(tab).toHaveURL(/\/events\?undrawn=1&program_id=2$/);
    const told = tab.getByText(/^[\d,]+ events?$/).first();
    await told.waitFor();
    expect(await told.innerText()).toMatch(new RegExp(`^${count} `));
  }).toPass();
});

test('filter and switcher are one; a link shows its own program and leaves what is kept; Back and Escape change nothing', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/events');
  await filter(page).click();
  await page.getByRole('option', { name: BRIGHTSIDE }).click();
  await expect(switcher(page)).toHaveText(`Switch from ${BRIGHTSIDE}`);
  await switcher(page).click();
  await page.keyboard.press('Escape');
  await expect(switcher(page)).toBeFocused();
  await expect(switcher(page)).toHaveText(`Switch from ${BRIGHTSIDE}`);

  // All programs are where Back leads, and a reload shows the same.
  await page.goBack();
  await expect(page).toHaveURL(/\/events\?program_id=0$/);
  await expect(filter(page)).toHaveValue('All programs');
  await page.reload();
  await expect(filter(page)).toHaveValue('All programs');

  await page.goto('/events?program_id=1');
  await expect(switcher(page)).toHaveText(`Switch from ${CRAFTS}`);
  await page.goto('/events');
  await expect(switcher(page)).toHaveText(`Switch from ${BRIGHTSIDE}`);

  await switcher(page).click();
  await page.getByRole('option', { name: 'All programs' }).click();
  await expect(page).toHaveURL(/\/events$/);
  await page.goto('/users');
  await expect(filter(page)).toHaveValue('All programs');
  await expect(page).toHaveURL(/\/users$/);
});

test('what cannot be of one program says so; a record of another opens all the same', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { classes } = (await they('GET', 'class-commissions?program_id=1')).body;
  const other = classes.find((one: { program_id: number }) => one.program_id === 1);
  await signIn(page, 'superadmin');
  await page.goto('/payouts/batches?program_id=2');
  await expect(page.getByRole('note')).toHaveText(/^Shows all programs/);
  for (const list of ['/users', '/refunds', '/unmatched-payments', '/payouts', '/payouts/history']) {
    await page.goto(`${list}?program_id=2`);
    await expect(filter(page)).toHaveValue(BRIGHTSIDE);
    await expect(page.getByRole('note')).toHaveCount(0);
  }

  // A card of a class of the other program, which is opened by its number.
  await page.goto(`/commissions/classes?program_id=2&name=%23${other.id}`);
  await expect(page.getByText(`Switched to all programs to show #${other.id}`)).toBeVisible();
  await expect(page.locator(`article[data-row="${other.id}"]`)).toBeVisible();
});

test('Ctrl+K finds within the program and says so, and by one more key in all', { tag: '@deep' }, async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'superadmin');
  await page.goto('/?program_id=2');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/user-search')) asked.push(searchParams.get('program_id'));
  });
  await page.keyboard.press('Control+k');
  await typeInABurst(page.getByRole('combobox', { name: 'Search or type #ID' }), 'nobody of this name');
  const search = page.getByRole('dialog', { name: 'Search' });
  await expect(search.getByText(`In ${BRIGHTSIDE}`)).toBeVisible();
  await expect(search.getByText('No results')).toBeVisible();
  await expect(search.getByRole('option')).toHaveText(['Search all programs']);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(search.getByText('In all programs')).toBeVisible();
  await expect(search.getByRole('option')).toHaveCount(0);
  expect(asked).toEqual(['2', null]);
});

test('a long name has its place at every width', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.route('**/api/wladmin/programs?*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const program of body.programs)
      if (program.id === 2) program.program_display_name = `Brightside ${'of very long names '.repeat(6)}`;
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/users?program_id=2');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(switcher(page)).toHaveText(/Brightside of very/);
    await expectToFit(page, `${width}`);
    await expectAccessible(page);
    await switcher(page).click();
    await expect(page.getByRole('option', { name: CRAFTS })).toBeVisible();
    await expectToFit(page, `${width}, open`);
    await page.keyboard.press('Escape');
    await expect(switcher(page)).toBeFocused();
  }
});

test('a link that says all programs opens for whoever keeps none', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/coupons?program_id=0');
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeVisible();
  await expect(page).toHaveURL(/\/coupons$/);
});

test('staff of one program have its name there and nothing to switch', async ({ page }) => {
  await signIn(page, 'programadmin');
  await page.goto('/users');
  await expect(page.getByRole('banner').getByText('Locked to the program')).toBeAttached();
  await expect(switcher(page)).toHaveCount(0);
  await page.keyboard.press('s');
  await expect(page.getByRole('banner').getByRole('combobox')).toHaveCount(0);
});
