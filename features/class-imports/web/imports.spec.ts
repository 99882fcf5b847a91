import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { keysOf, tabTo } from '../../../test/e2e/keyboard.ts';
import { search } from '../../../test/e2e/keys/key-steps.ts';
import { signIn } from '../../../test/e2e/session.ts';

const PATH = '/classes/imports';
let made = 0;

const named = (name: string) => `${name} ${Date.now()}.${++made}`;

async function choose(page: Page, text: string, name = 'classes.csv') {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
}

test('a file is read, corrected, imported, changed by its IDs, and undone', async ({ page }) => {
  const [clay, glass] = [named('Clay'), named('Glass')];
  await signIn(page, 'admin');
  await page.goto('/classes');
  await page.getByRole('link', { name: 'Import classes' }).last().click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await expectAccessible(page);
  await choose(page, 'x', 'classes.xlsx');
  await expect(page.getByRole('alert').getByText('Only .csv files can be imported')).toBeVisible();

  const text = `Title;Story;Price;Room\n${clay};Wet;12,50;B 12\n${glass};Hot;49;C 3\nWood;Dry;much;D 1\n`;
  await choose(page, text);
  await expect(page.getByRole('heading', { level: 1, name: 'Import classes: classes.csv' })).toBeVisible();
  const counts = page.getByLabel('Preview');
  await expect(counts).toContainText('New2');
  await expect(counts).toContainText('Rejected1');
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Story is imported as' }).click();
  await page.keyboard.type('Descr');
  await expect(page.getByRole('option', { name: 'Description' })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Update preview' }).click();
  const preview = page.getByRole('table', { name: 'All rows' });
  await expect(preview.getByRole('row', { name: clay })).toContainText('Description: Wet');
  await expect(preview.locator('tr[data-row="4"]')).toContainText('Price: "much" is not a price');
  await page.getByRole('button', { name: 'Import', exact: true }).dblclick();
  await expect(page.getByLabel('Result')).toContainText('New2');
  const rejected = page.getByRole('table', { name: 'Rejected rows' });
  await expect(rejected).toContainText('"much" is not a price');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^rejected-classes-.*\.csv$/);
  await expectAccessible(page);

  await page.goto(`/classes?name=${encodeURIComponent(clay)}`);
  const row = page.getByRole('row', { name: clay });
  await expect(row).toContainText('12.50');
  const id = (await row.getAttribute('data-row')) ?? '';
  await page.goto(PATH);
  await choose(page, `ID,Price\n${id},13.00\n`, 'prices.csv');
  await expect(page.getByRole('table', { name: 'All rows' })).toContainText('Price: 12.5 → 13');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByLabel('Result')).toContainText('Changed1');
  await page.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo import: prices.csv' });
  await expect(dialog).toContainText('restores 1');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 restored, 0 deleted.')).toBeVisible();
  await page.goto(`/classes?name=${encodeURIComponent(clay)}`);
  await expect(page.getByRole('row', { name: clay })).toContainText('12.50');
});

test('rows that were rejected alike are one cause above the rows', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto(PATH);
  await choose(page, 'Title,Price\nClay,much\nGlass,more\n,49\n');
  const causes = page.getByRole('table', { name: 'Causes' });
  await expect(causes.locator('tbody tr')).toHaveCount(2);
  await expect(causes.locator('tbody tr').first()).toContainText(/2\s*Price\s*"…" is not a price\s*2/);
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.locator('tr[data-row]').first()).toContainText('Cancelled');
});

test('the sample file is imported as it is', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto(PATH);
  const download = page.waitForEvent('download');
  await tabTo(page, page.getByRole('link', { name: 'Download sample file' }));
  await page.keyboard.press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toBe('classes-sample.csv');
  const text = readFileSync(await file.path(), 'utf8').replace(
    'Watercolor for beginners',
    named('Watercolor'),
  );
  await choose(page, text, 'sample.csv');
  await expect(page.getByText('Every column is imported.')).toBeVisible();
  await expect(page.getByLabel('Preview')).toContainText('New2');
  await expect(page.getByLabel('Preview')).toContainText('Rejected0');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.locator('tr[data-row]').first()).toContainText('Cancelled');
});

test('by keyboard alone in 30 keys, each step with the focus on its heading', async ({ page }) => {
  const [clay, glass] = [named('Clay'), named('Glass')];
  const heading = (of: string, level = 2) => page.getByRole('heading', { level, name: of, exact: true });
  // Long before the key: the browser takes a while to hand its choosers over.
  const chooser = page.waitForEvent('filechooser');
  await signIn(page, 'admin');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const keys = keysOf(page);
  await search(keys, page, 'import c', /Import classes/);
  await expect(heading('Import classes', 1)).toBeVisible();
  await keys.to('Tab', page.getByRole('button', { name: 'Choose a file' }));
  await keys.press('Enter');
  const text = `Title,Price,Room\n${clay},12.50,B 12\n${glass},49,C 3\n`;
  await (await chooser).setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(heading('Map columns')).toBeFocused();
  await expect(page.getByText('1 column is not imported: Room')).toBeVisible();
  const run = page.getByRole('button', { name: 'Import', exact: true });
  await expect(run).toHaveAccessibleDescription('1 column is not imported: Room');
  await keys.to('Tab', run);
  await keys.press('Enter');
  await expect(heading('Result')).toBeFocused();
  await expect(page.getByLabel('Result')).toContainText('New2');
  expect(keys.count).toBeLessThanOrEqual(30);

  await tabTo(page, page.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  const undo = page.getByRole('dialog', { name: 'Undo import: keys.csv' });
  await tabTo(page, undo.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('0 restored, 2 deleted.')).toBeVisible();
  await expect(heading('Result')).toBeFocused();
});

test('on a telephone, in the dark, with names that are long', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'admin');
  await page.goto(PATH);
  await expectToFit(page, 'the list');
  await expectAccessible(page);
  const rows = Array.from({ length: 60 }, (_, n) => `${'long'.repeat(30)}${n},${'Bartholomew '.repeat(70)}`);
  await choose(
    page,
    `name,${'A very long name of a column '.repeat(4)}\n${rows.join('\n')}\n`,
    `${'long-'.repeat(30)}.csv`,
  );
  await expect(page.getByLabel('Preview')).toBeVisible();
  await expectToFit(page, 'the check');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.locator('tr[data-row]').first()).toContainText('Cancelled');
  await expectToFit(page, 'the list with a long name');
});
