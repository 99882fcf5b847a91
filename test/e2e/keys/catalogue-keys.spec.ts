/** What staff make and import all day, with keys alone; a record's own texts are not counted, all else is. */
import { expect, type Page, test } from '@playwright/test';
import type { Keys } from '../keyboard.ts';
import { first, goTo, home, search } from './key-steps.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** An instructor of the demo with rates that no other test saves. */
const INSTRUCTOR = 30;

test('from Home: a class in two programs with its German name in 25 keys', { tag: '@deep' }, async ({
  page,
}) => {
  const { keys, own, count } = await counted(page);
  await goTo(page, keys, 'c', 'Site classes');
  await keys.press('c');
  const dialog = page.getByRole('dialog', { name: 'Add class' });
  await expect(dialog.getByRole('textbox', { name: 'Class name' })).toBeFocused();
  await own('Slip casting');
  await keys.press('Tab');
  await keys.type('ada');
  await first(page);
  await keys.press('Enter');
  await keys.to('Tab', dialog.getByRole('textbox', { name: 'Price' }));
  await own('50');
  await keys.to('Tab', dialog.getByRole('combobox', { name: 'Also sell in' }));
  await keys.type('b');
  await first(page);
  await keys.press('Enter');
  await keys.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  const row = page.locator('tr[data-added]');
  await expect(row).toContainText('Slip casting');
  await keys.press('j');
  await expect(row).toBeFocused();
  await keys.press('t');
  await expect(page.getByRole('heading', { level: 1, name: /^Translations of class/ })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Find a language' })).toBeVisible();
  await keys.press('/');
  await keys.type('ger');
  await keys.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Class name in German' })).toBeFocused();
  await own('Schlickerguss');
  await keys.press('Control+Enter');
  await expect(page.getByText('Saved successful', { exact: true })).toBeVisible();
  expect(count()).toBeLessThanOrEqual(25);
});

test('from Home: a banner with its picture in 20 keys', { tag: '@deep' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { keys, own, count } = await counted(page);
  await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 400;
    canvas.getContext('2d')?.fillRect(0, 0, 400, 400);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (blob) await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  });
  await goTo(page, keys, 'v', 'Store banners');
  await keys.press('c');
  const dialog = page.getByRole('dialog', { name: 'Add banner' });
  await expect(dialog.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused();
  await own('Autumn');
  await keys.press('Control+v');
  await expect(dialog.getByRole('img').first()).toBeVisible();
  await keys.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('tr[data-added]')).toContainText('Autumn');
  expect(count()).toBeLessThanOrEqual(20);
});

test('from Home: a giveaway with its prize in 20 keys', async ({ page }) => {
  const { keys, own, count } = await counted(page);
  await goTo(page, keys, 'e', 'Events & giveaways');
  await keys.press('c');
  const dialog = page.getByRole('dialog', { name: 'Add event' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await own('A vase');
  await keys.to('Tab', dialog.getByRole('textbox', { name: 'Ticket price' }));
  await own('5');
  await keys.to('Tab', dialog.getByRole('textbox', { name: 'Available' }));
  await own('100');
  await keys.press('Tab');
  await own('030120270900A');
  await keys.to('Tab', dialog.getByLabel('End *'));
  await own('040120270900A');
  await keys.to('Tab', dialog.getByRole('combobox', { name: 'Product' }));
  await keys.type('v');
  await first(page);
  await keys.press('Enter');
  await keys.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('tr[data-added]')).toContainText('A vase');
  expect(count()).toBeLessThanOrEqual(20);
});

test('from Home: a split, seen before it is saved, in 12 keys', async ({ page }) => {
  const { keys, count } = await counted(page);
  await search(keys, page, `#${INSTRUCTOR}`, /Instructor/);
  const card = page.locator(`article[data-row="${INSTRUCTOR}"]`);
  await expect(card).toBeVisible();
  await keys.press('j');
  await expect(card).toBeFocused();
  await keys.press('Enter');
  await keys.type('7');
  await keys.press('Control+Shift+s');
  const preview = page.getByRole('dialog', { name: /^Save and update: / });
  await expect(preview.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keys.press('Tab');
  await keys.press('Enter');
  await expect(preview).toHaveCount(0);
  await expect(page.getByText(/^Success! Commissions will be updated/)).toBeVisible();
  expect(count()).toBeLessThanOrEqual(12);
});

test('from Home: a file of users is imported in 30 keys', { tag: '@deep' }, async ({ page }) => {
  const { keys, count } = await counted(page);
  // Long before the key: the browser takes a while to hand its choosers over.
  const chooser = page.waitForEvent('filechooser');
  await search(keys, page, 'import u', /Import users/);
  await expect(page.getByRole('heading', { level: 1, name: 'Import users' })).toBeVisible();
  await keys.to('Tab', page.getByRole('button', { name: 'Choose a file' }));
  await keys.press('Enter');
  const buffer = Buffer.from('email,first_name\nkeys-import@example.org,Kim\n');
  await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('heading', { name: 'Map columns' })).toBeFocused();
  await keys.to('Tab', page.getByRole('button', { name: 'Import', exact: true }));
  await keys.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /^Done/ })).toContainText('1 row');
  expect(count()).toBeLessThanOrEqual(30);
});

/** Keys that are pressed, and those of the record's own texts, which nobody can spare. */
async function counted(
  page: Page,
): Promise<{ keys: Keys; own: (text: string) => Promise<void>; count: () => number }> {
  const keys = await home(page);
  let texts = 0;
  const own = async (text: string) => {
    texts += text.length;
    await keys.type(text);
  };
  return { keys, own, count: () => keys.count - texts };
}
