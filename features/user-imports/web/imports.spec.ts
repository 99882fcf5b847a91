import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { signIn } from '../../../test/e2e/session.ts';

const PATH = '/users/imports';
let made = 0;

const address = (name: string) => `${name}.${Date.now()}.${++made}@imports.example`;

async function choose(page: Page, text: string, name = 'people.csv') {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
}

test('a file is read, corrected, imported, and taken back', async ({ page }) => {
  const [ada, alan] = [address('ada'), address('alan')];
  await signIn(page, 'superadmin');
  await page.goto(PATH);
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await expectAccessible(page);
  await choose(page, 'x', 'people.xlsx');
  await expect(page.getByRole('alert').getByText('Only .csv files can be imported')).toBeVisible();
  await choose(page, 'PK workbook', 'people.csv');
  await expect(page.getByRole('alert').getByText('Save as CSV UTF-8')).toBeVisible();

  await choose(page, `E-mail;Called;Surname\n${ada};Ada;Lovelace\n${alan};Alan;Turing\nnobody;x;y\n`);
  await expect(page.getByRole('heading', { level: 1, name: 'Import users: people.csv' })).toBeVisible();
  const counts = page.getByLabel('Preview');
  await expect(counts).toContainText('New2');
  await expect(counts).toContainText('Rejected1');
  for (const [name, on] of [
    ['Create new users', true],
    ['Update existing users', true],
    ['Send welcome email', false],
    ['Enrol in classes', false],
  ] as const)
    await expect(page.getByRole('checkbox', { name })).toBeChecked({ checked: on });
  await expectAccessible(page);

  const sent: string[] = [];
  page.on(
    'request',
    (request) => void (request.method() === 'POST' && sent.push(new URL(request.url()).pathname)),
  );
  const called = page.getByRole('combobox', { name: 'Called is imported as' });
  await called.click();
  await page.keyboard.type('First name');
  await expect(page.getByRole('option', { name: 'First name' })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Update preview' }).click();
  const preview = page.getByRole('table', { name: 'All rows' });
  await expect(preview.getByRole('row', { name: ada })).toContainText('Ada Lovelace');
  await expect(preview.locator('tr[data-row="4"]')).toContainText('E-mail: Enter a valid email');
  await page.getByRole('button', { name: 'Import', exact: true }).dblclick();
  await expect(page.getByLabel('Result')).toContainText('New2');
  expect(sent.filter((path) => path.endsWith('/run'))).toHaveLength(1);
  await expect(page.getByRole('table', { name: 'Rejected rows' })).toContainText('Enter a valid email');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^rejected-users-.*\.csv$/);
  await expectAccessible(page);

  await tabTo(page, page.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Undo import: people.csv' });
  await expect(dialog).toContainText('Deletes 2 new users');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('0 restored, 2 deleted.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  await page.getByRole('link', { name: 'All imports' }).click();
  const row = page.locator('tr[data-row]').first();
  await expect(row).toContainText('Undone');
  await choose(page, `E-mail;Called;Surname\n${ada};Ada;Lovelace\n${alan};Alan;Turing\nnobody;x;y\n`);
  await expect(page.getByText("You've already uploaded this file")).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(row).toContainText('Cancelled');
});

test('by keyboard alone each step has the focus on its heading, and says what is left out', {
  tag: '@deep',
}, async ({ page }) => {
  const [ada, alan] = [address('ada'), address('alan')];
  const heading = (name: string, level = 2) => page.getByRole('heading', { level, name, exact: true });
  // Long before the key: the browser takes a while to hand its choosers over.
  const chooser = page.waitForEvent('filechooser');
  await signIn(page, 'superadmin');
  await page.goto(PATH);
  await tabTo(page, page.getByRole('button', { name: 'Choose a file' }));
  await page.keyboard.press('Enter');
  const text = `E-mail,First name,Shoe size,Room\n${ada},Ada,38,B 12\n${alan},Alan,44,C 3\n`;
  await (await chooser).setFiles({ name: 'shoes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

  await expect(heading('Map columns')).toBeFocused();
  await expect(page.getByText('2 columns are not imported: Shoe size, Room')).toBeVisible();
  const run = page.getByRole('button', { name: 'Import', exact: true });
  await expect(run).toHaveAccessibleDescription('2 columns are not imported: Shoe size, Room');
  await tabTo(page, page.getByRole('combobox', { name: 'Room is imported as' }));
  await page.keyboard.type('More about');
  await expect(page.getByRole('option', { name: 'More about you' })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 column is not imported: Shoe size')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Update preview' }));
  await page.keyboard.press('Enter');
  await expect(heading('Preview')).toBeFocused();
  const preview = page.getByRole('table', { name: 'All rows' });
  await expect(preview.getByRole('row', { name: ada })).toContainText('B 12');

  await tabTo(page, run);
  await page.keyboard.press('Enter');
  await expect(heading('Result')).toBeFocused();
  await expect(page.getByLabel('Result')).toContainText('New2');

  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  const undo = page.getByRole('dialog', { name: 'Undo import: shoes.csv' });
  await tabTo(page, undo.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('0 restored, 2 deleted.')).toBeVisible();
  await expect(heading('Result')).toBeFocused();

  await tabTo(page, page.getByRole('link', { name: 'All imports' }));
  await page.keyboard.press('Enter');
  await expect(heading('Import users', 1)).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'shoes.csv' }).first());
  await page.keyboard.press('Enter');
  await expect(heading('Result')).toBeFocused();
});

test('on a telephone, in the dark, with names that are long', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'admin');
  await page.goto(PATH);
  await expectToFit(page, 'the list');
  const rows = Array.from(
    { length: 60 },
    (_, n) => `${address(`${'long'.repeat(10)}${n}`)},${'Bartholomew '.repeat(7)}`,
  );
  await choose(
    page,
    `${'A very long name of a column '.repeat(4)},first_name\n${rows.join('\n')}\nwrong,x\n`,
    `${'long-'.repeat(30)}.csv`,
  );
  await expect(page.getByLabel('Preview')).toBeVisible();
  await expectToFit(page, 'the check');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.locator('tr[data-row]').first()).toContainText('Cancelled');
  await expectToFit(page, 'the list with a long name');
});
