import { expect, type Locator, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../test/deep.ts';
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { takeAction } from '../../../test/e2e/row-action.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { typeInABurst } from '../../../test/e2e/waiting/clock.ts';

/** An event of the demo's program 3, and one of program 2, which the bound accounts belong to. */
const OTHER_PROGRAM = 14;
const LIVE = 7;
/** Switched off, without a ticket. */
const DRAFT = 10;

test('filters, sorts and pages are in the address; a burst of keys is one request', async ({ page }) => {
  await page.clock.install();
  await openAs(page, 'superadmin', '/events');
  await expect(page.getByRole('link', { name: 'Page 2' }).first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Featured' })).toHaveCount(0);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/lilt-events?')) asked.push(request.url());
  });
  await typeInABurst(page.getByRole('textbox', { name: 'Event name or ID' }), 'potter');
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await expect(page).toHaveURL(/name=potter/);
  expect(asked).toHaveLength(1);
  await page.getByRole('button', { name: 'Clear Event name or ID' }).click();

  await page.getByRole('checkbox', { name: 'Needs drawing' }).check();
  await expect(page).toHaveURL(/undrawn=1/);
  await page.getByRole('combobox', { name: 'Program' }).click();
  await page.getByRole('option', { name: 'Brightside Courses' }).click();
  await expect(page.getByRole('columnheader', { name: 'Featured' })).toBeVisible();
  await page.getByRole('button', { name: 'Tickets', exact: true }).click();
  await page.getByRole('button', { name: 'Tickets', exact: true }).click();
  await expect(page).toHaveURL(/sort_by=tickets&sort_dest=desc/);
  await expect(page.getByRole('columnheader', { name: 'Tickets' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page.getByRole('rowheader').first()).toContainText('Forty thousand tickets');
  await page.reload();
  await expect(page.getByRole('rowheader').first()).toContainText('Forty thousand tickets');
});

test('type, ticket price and prize cannot be changed once a ticket is sold, and say why', {
  tag: '@deep',
}, async ({ page }) => {
  await openAs(page, 'superadmin', `/events?name=%23${LIVE}&edit=${LIVE}`);
  const dialog = page.getByRole('dialog', { name: /^Edit event/ });
  const price = dialog.getByRole('textbox', { name: 'Ticket price' });
  await expect(price).toHaveValue('2.5');
  await expect(price).toHaveAccessibleDescription('Fixed: tickets were sold at this price.');
  await price.focus();
  await page.keyboard.type('9');
  await page.keyboard.press('ArrowUp');
  await expect(price).toHaveValue('2.5');
  await expect(price).not.toBeEditable();
  await expect(dialog.getByRole('textbox', { name: 'USD price' })).toBeEditable();
  const type = dialog.getByRole('radiogroup', { name: 'Type' });
  await expect(type).toHaveAccessibleDescription('Fixed: tickets were sold.');
  await expect(type.getByRole('radio', { name: /^Regular/ })).toBeDisabled();
  await expect(type.getByRole('radio', { name: /^Giveaway/ })).toBeEnabled();
  const prize = dialog.getByRole('combobox', { name: 'Product' });
  await expect(prize).toHaveAccessibleDescription('Fixed: tickets were sold for this prize.');
  await expect(prize).not.toBeEditable();
  await expect(dialog.getByRole('button', { name: 'Clear Product' })).toHaveCount(0);
  await expectAccessible(page);

  // Nobody has a ticket of a draft yet.
  await page.goto(`/events?name=%23${DRAFT}&edit=${DRAFT}`);
  await expect(price).toBeEditable();
  await expect(price).toHaveAccessibleDescription('');
  await expect(type.getByRole('radio')).toHaveCount(2);
  await expect(type.getByRole('radio', { disabled: true })).toHaveCount(0);
  await expect(prize).toBeEditable();
});

test('an event is made once, changed, and two changes at once are told apart', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Made by a test ${Date.now()}`;
  await openAs(page, 'superadmin', '/events');
  const writes = writesOf(page);
  await page.getByRole('button', { name: 'Add event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add event' });
  await dialog.getByRole('button', { name: 'Save for the global site' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(page.getByRole('button', { name: /^Close the message/ })).toHaveCount(0);
  expect(writes).toEqual([]);

  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('radio', { name: /^Regular/ }).check();
  const price = dialog.getByRole('textbox', { name: 'Price', exact: true });
  await price.fill('12,5');
  await price.press('ArrowUp');
  await expect(price).toHaveValue('12.51');
  await dialog.getByLabel('Start *').fill('2027-03-01T10:00');
  await dialog.getByLabel('End *').fill('2027-03-01T09:00');
  await dialog.getByRole('switch', { name: 'Assign to all existing program sites' }).check();
  await dialog.getByRole('button', { name: 'Save for the global site' }).click();
  await expect(dialog.getByText('The end must be after the start')).toBeVisible();
  await dialog.getByLabel('End *').fill('2027-03-02T09:00');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save for the global site' }).dblclick();
  await expect(page.getByRole('status').getByText('Saved successful', { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(writes).toEqual(['POST']);

  await page.getByRole('textbox', { name: 'Event name or ID' }).fill(name);
  // The new row stands there already: a click on it may come before the filter.
  await expect(page).toHaveURL(/name=Made/);
  const opener = page.getByRole('button', { name: `Edit: ${name}` });
  await opener.click();
  await expect(page).toHaveURL(/edit=\d+$/);
  const edit = page.getByRole('dialog', { name: /^Edit event/ });
  await edit.getByRole('textbox', { name: 'Description' }).fill('Mine');
  await expect(edit.getByRole('switch', { name: 'Assign to all existing program sites' })).toHaveCount(0);

  const theirs = await browser.newPage({ baseURL });
  await openAs(theirs, 'superadmin', page.url());
  const other = theirs.getByRole('dialog', { name: /^Edit event/ });
  await other.getByRole('textbox', { name: 'Description' }).fill('Theirs');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other).toHaveCount(0);
  await theirs.close();

  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit.getByText('Changed by another admin')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Close the message/ })).toHaveCount(0);
  await edit.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(edit).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('a refusal is a persistent toast with the words of the server; any other failure is told by the form', {
  tag: '@deep',
}, async ({ page }) => {
  await openAs(page, 'superadmin', `/events?edit=${LIVE}`);
  const dialog = page.getByRole('dialog', { name: /^Edit event: Live/ });
  await dialog.getByRole('textbox', { name: 'Available' }).fill('3');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const message = /^Close the message: \d+ tickets were already sold$/;
  await expect(page.getByRole('alert').getByRole('button', { name: message })).toBeVisible();
  await page.getByRole('button', { name: /^Close the message/ }).click();

  await page.route('**/lilt-event/*', (route) =>
    route.fulfill({ status: 500, json: { message: 'No', code: 'X' } }),
  );
  await dialog.getByRole('textbox', { name: 'Available' }).fill('999');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('No');
  await expect(page.getByRole('button', { name: /^Close the message/ })).toHaveCount(0);
});

test('an image is checked before it is sent, then sent, shown and taken away', async ({ page }) => {
  await openAs(page, 'superadmin', `/events?name=potter&edit=${LIVE}`);
  const dialog = page.getByRole('dialog', { name: /^Edit event: Live/ });
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/upload')) uploads.push(request.method());
  });
  const input = dialog.locator('input[type="file"]');
  await input.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(dialog.getByText('Only .jpg, .jpeg, .png, .webp can be used here')).toBeVisible();
  expect(uploads).toEqual([]);
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG });
  await expect(dialog.getByRole('img', { name: 'Preview of the image' })).toHaveAttribute(
    'src',
    /^\/storage\//,
  );
  expect(uploads).toEqual(['POST']);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: /^Edit: Live: a potter/ }).click();
  await expect(dialog.getByRole('img', { name: 'Preview of the image' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByRole('img', { name: 'Preview of the image' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);
});

test('translations by keyboard: Alt+↓ to the next missing, one save for all that changed', async ({
  page,
}) => {
  await openAs(page, 'superadmin', '/events?name=violin&translations=9');
  const dialog = page.getByRole('dialog', { name: /^Translations: Scheduled/ });
  await expect(dialog.getByRole('textbox', { name: 'Name in English' })).not.toBeEditable();
  await expect(dialog.getByRole('tab')).toHaveCount(26);
  const inChinese = dialog.getByRole('textbox', { name: 'Name in Chinese' });
  await expect(inChinese).toBeFocused();
  await page.keyboard.type('小提琴');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(dialog.getByRole('textbox', { name: 'Name in Chinese (Taiwan)' })).toBeFocused();
  await dialog.getByRole('tab', { name: /^Arabic/ }).click();
  const inArabic = dialog.getByRole('textbox', { name: 'Name in Arabic' });
  await expect(inArabic).toHaveAttribute('dir', 'rtl');
  await expect(inArabic).toHaveAttribute('lang', 'ar');
  await inArabic.fill('كمان');
  await expectAccessible(page);
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Save 2 languages' }).click();
  const { translations } = (await sent).postDataJSON() as { translations: { language_slug: string }[] };
  expect(translations.map(({ language_slug }) => language_slug)).toEqual(['zh', 'ar']);
  await expect(dialog).toHaveCount(0);
});

test('programs, categories, featured and display order', async ({ page }) => {
  // Wide enough for every action to be a button.
  await page.setViewportSize({ width: 1700, height: 900 });
  await openAs(page, 'superadmin', '/events?program_id=2&name=potter');
  const row = page.locator(`tr[data-row="${LIVE}"]`);
  await takeAction(row, 'Assign programs');
  const programs = page.getByRole('dialog', { name: /^Programs: Live/ });
  await expect(programs.getByRole('checkbox', { name: /Brightside Courses/ })).toBeDisabled();
  await programs.getByRole('textbox', { name: 'Search programs' }).fill('night');
  await programs.getByRole('checkbox', { name: 'London Night School' }).check();
  await expect(programs.getByRole('status').filter({ hasText: 'programs' })).toHaveText(
    /^2 of \d+ programs, 1 shown$/,
  );
  await expectAccessible(page);
  await saved(page, programs);

  await takeAction(row, 'Assign categories');
  const categories = page.getByRole('dialog', { name: /^Categories: Live/ });
  await categories.getByRole('checkbox', { name: 'Pottery' }).check();
  await expectAccessible(page);
  await saved(page, categories);

  const star = row.getByRole('button', { name: /^Featured/ });
  const was = await star.getAttribute('aria-pressed');
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', was === 'true' ? 'false' : 'true');
  await expect(star).toBeFocused();
  await page.route('**/featured', (route) =>
    route.fulfill({ status: 500, json: { message: 'No', code: 'X' } }),
  );
  await star.click();
  await expect(star).toHaveAttribute('aria-disabled', 'false');
  await expect(star).toHaveAccessibleName(/, not saved$/);
  await expect(page.getByRole('alert').getByRole('button')).toHaveCount(0);

  await row.getByRole('button', { name: /^Display order/ }).click();
  const order = page.getByRole('dialog', { name: /^Display order: Live/ });
  await order.getByRole('textbox', { name: 'Place in Brightside Courses' }).fill('3,7');
  await order.getByRole('textbox').press('Enter');
  await expect(order).toHaveCount(0);
  await expect(row.getByRole('button', { name: /^Display order 3/ })).toBeFocused();
});

test('a bound admin touches the rows of their own program alone', { tag: '@deep' }, async ({ page }) => {
  await openAs(page, 'programadmin', '/events');
  await expect(page.getByText('Your account is limited to this program')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Featured' })).toBeVisible();
  await page.goto(`/events?edit=${OTHER_PROGRAM}`);
  const missing = page.getByRole('dialog', { name: `Event #${OTHER_PROGRAM}` });
  await expect(missing).toContainText(
    `There is no event #${OTHER_PROGRAM}, or it belongs to another program.`,
  );
  await page.goto(`/events?edit=${LIVE}`);
  const dialog = page.getByRole('dialog', { name: /^Edit event: Live/ });
  await expect(dialog.getByRole('textbox', { name: 'Program' })).toBeDisabled();
  await expect(dialog.getByRole('switch', { name: /Assign to all/ })).toHaveCount(0);
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`nothing for axe to find in the list, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openAs(page, 'superadmin', '/events?program_id=2&name=tickets');
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
  });
}

async function openAs(page: Page, role: 'superadmin' | 'programadmin', path: string): Promise<void> {
  await signIn(page, role);
  await page.goto(path);
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
}

async function saved(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('status').getByText('Success!', { exact: true }).last()).toBeVisible();
}

function writesOf(page: Page): string[] {
  const methods: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/lilt-event')) methods.push(request.method());
  });
  return methods;
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
