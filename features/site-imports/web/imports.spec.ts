import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { signIn } from '../../../test/e2e/session.ts';

const PATH = '/imports?program_id=2';
let made = 0;

const named = (name: string) => `${name}-${Date.now()}-${++made}`;

async function chooseFile(page: Page, text: string, name: string) {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
}

/** A class that the program sells. */
async function soldClass(page: Page): Promise<string> {
  const answer = page.waitForResponse((response) => response.url().includes('/api/wladmin/classes?'));
  await page.goto('/classes?program_id=2');
  const { classes } = (await (await answer).json()) as { classes: { id: number }[] };
  return String(classes[0]?.id);
}

test('by keyboard alone sales are moved in, shown, and taken back', async ({ page }) => {
  const heading = (name: string, level = 2) => page.getByRole('heading', { level, name, exact: true });
  const [first, second] = [named('sale'), named('sale')];
  const chooser = page.waitForEvent('filechooser');
  await signIn(page, 'superadmin');
  const class_id = await soldClass(page);
  await page.goto('/imports');
  await expect(page.getByText('Choose the program to import into.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(PATH);
  await tabTo(page, page.getByRole('button', { name: 'Choose a file' }));
  await page.keyboard.press('Enter');
  const text = `Order,Product,Total,Sold,Shelf\n${first},${class_id},10,2024-03-01,A\n${second},${class_id},ten,2024-03-01,B\n`;
  await (await chooser).setFiles({ name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

  await expect(heading('Map columns')).toBeFocused();
  await expect(page.getByText('2 columns are not imported: Sold, Shelf')).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, page.getByRole('combobox', { name: 'Sold is imported as' }));
  await page.keyboard.type('Date');
  await expect(page.getByRole('option', { name: 'Date', exact: true })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await page.getByLabel('Paid out before').fill('2024-06-01');
  await tabTo(page, page.getByRole('button', { name: 'Update preview' }));
  await page.keyboard.press('Enter');
  await expect(heading('Preview')).toBeFocused();
  const preview = page.getByRole('table', { name: 'All rows' });
  await expect(preview.getByRole('row', { name: first })).toContainText('Date: 2024-03-01');
  await expect(preview.getByRole('row', { name: second })).toContainText('Total: "ten" is not an amount in');

  await tabTo(page, page.getByRole('button', { name: 'Import', exact: true }));
  await page.keyboard.press('Enter');
  await expect(heading('Result')).toBeFocused();
  await expect(page.getByLabel('Result')).toContainText('New1');
  await expect(page.getByRole('table', { name: 'Rejected rows' })).toContainText('"ten" is not an amount in');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^rejected-charges-.*\.csv$/);
  await expectAccessible(page);

  await tabTo(page, page.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Undo import: sales.csv' });
  await expect(dialog).toContainText('Removes what 1 row added.');
  await tabTo(page, dialog.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 removed.')).toBeVisible();
  await expect(heading('Result')).toBeFocused();

  await tabTo(page, page.getByRole('link', { name: 'All imports' }));
  await page.keyboard.press('Enter');
  await expect(heading('Imports', 1)).toBeFocused();
  const row = page.locator('tr[data-row]').first();
  await expect(row).toContainText('Undone');
  await expect(row).toContainText('Sales');
});

test('another kind has its own columns, a file is known again, and a long name fits a telephone', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'superadmin');
  await page.goto(PATH);
  const rows = page.getByRole('combobox', { name: 'Rows of the file' });
  await rows.click();
  await page.getByRole('option', { name: 'LiL-T' }).click();
  await expect(page.getByText('Columns: Reference, Email, Amount, Reason, Date.')).toBeVisible();
  const text = `reference,${'A very long name of a column '.repeat(4)}\n${named('gift')},${'Bartholomew '.repeat(7)}\n`;
  const name = `${'long-'.repeat(30)}.csv`;
  for (const isAgain of [false, true]) {
    await chooseFile(page, text, name);
    await expect(page.getByLabel('Preview')).toContainText('Rejected1');
    await expect(page.getByText("You've already uploaded this file")).toHaveCount(isAgain ? 1 : 0);
    if (isAgain) await expectToFit(page, 'the check');
    if (isAgain) await expectAccessible(page);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.locator('tr[data-row]').first()).toContainText('Cancelled');
  }
  await expectToFit(page, 'the list with a long name');
  await expectAccessible(page);
});
