import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../../../test/e2e/accessible.ts';
import { tabTo } from '../../../../test/e2e/keyboard.ts';
import { moreOf } from '../../../../test/e2e/row-action.ts';
import { signIn } from '../../../../test/e2e/session.ts';

const PATH = '/reports/class-detail';
const POLLS = '**/api/wladmin/reports/class-detail-csv?**';

/** The answers come from the server; while `held`, they say that there is more to come. */
async function holdBack(page: Page) {
  const polls = { held: true, broken: false, names: [] as string[] };
  await page.route(POLLS, async (route) => {
    polls.names.push(new URL(route.request().url()).searchParams.get('file_name') ?? '');
    if (polls.broken) return route.fulfill({ status: 500, json: { message: 'broken' } });
    const response = await route.fetch();
    const body = (await response.json()) as { result: boolean; count: number; total: number };
    const shown = polls.held ? { ...body, result: true, count: Math.floor(body.total / 3) } : body;
    await route.fulfill({ response, json: shown });
  });
  return polls;
}

const tray = (page: Page) => page.getByRole('button', { name: /^Exports:/ });

test('what is soon made is downloaded at once, of the days and the program that were chosen', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto(PATH);
  // The table comes first, with the columns of the file.
  const table = page.getByRole('table', { name: 'Class specific report' });
  await expect(table.getByRole('columnheader')).toContainText([
    'ID',
    'Class',
    'Instructor',
    'Enrolled',
    'Live',
    'Recordings',
    'Currency',
    'Sales',
    'Refunds',
    'Net',
  ]);
  await expect(table.getByRole('row')).toHaveCount(51);
  await expect(
    page
      .getByRole('status')
      .getByText(/^1–50 of [\d,]+ rows$/)
      .first(),
  ).toBeVisible();
  await page.getByRole('combobox', { name: 'Program' }).click();
  await page.getByRole('option').nth(2).click();
  await page.getByLabel('Dates (UTC), first day').fill('2024-01-01');
  await page.getByLabel('Dates (UTC), last day').fill('2030-12-31');
  await expect(page).toHaveURL(/program_id=\d+&dates=2024-01-01,2030-12-31/);
  const asked = page.waitForRequest(/class-detail-csv\?.*program_id=\d+.*dates=2024-01-01/);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).dblclick();
  expect(new URL((await asked).url()).searchParams.get('file_name')).toBe('');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^class-specific-report-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\ufeffID,Class,Instructor,Enrolled,Live,Recordings,Currency,Sales,Refunds,Net');
  expect(lines.length).toBeGreaterThan(10);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
});

test('the report of one class is opened from its menu, and widened to all', { tag: '@deep' }, async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/classes?name=%231');
  await moreOf(page.getByRole('row', { name: /The Analytical Engine/ }).first()).click();
  await page.getByRole('menuitem', { name: 'Report: View' }).click();
  await expect(page).toHaveURL(/\/reports\/class-detail\?.*class_id=1\b/);
  const rows = page.getByRole('table', { name: 'Class specific report' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('The Analytical Engine');
  await page.getByRole('button', { name: 'Show all classes' }).click();
  await expect(rows).toHaveCount(51);
});

test('a long one shows its count, goes on elsewhere, ends in a download, and can be cancelled', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto(PATH);
  await expect(page.getByRole('textbox', { name: 'Program' })).toBeDisabled();
  const polls = await holdBack(page);
  const button = page.getByRole('button', { name: 'Download CSV' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Download CSV: Class specific report' });
  await expect(dialog.getByText(/^[\d,]+ of [\d,]+ rows$/)).toBeVisible();
  await expect(dialog.getByRole('progressbar', { name: 'Class specific report' })).toHaveAttribute(
    'aria-valuetext',
    /^[\d,]+ of [\d,]+ rows$/,
  );
  await expect(dialog.getByRole('button', { name: 'Continue in the background' })).toBeFocused();
  await expect(tray(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(tray(page)).toHaveAccessibleName('Exports: 1 running');

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const before = polls.names.length;
  await expect.poll(() => polls.names.length).toBeGreaterThan(before + 2);
  expect(new Set(polls.names.slice(1)).size).toBe(1);
  polls.held = false;
  await expect(
    page.getByRole('status').getByText('Class specific report is ready to download'),
  ).toBeVisible();
  await tray(page).click();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download: Class specific report' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toMatch(/^\ufeffID,Class/);
  await expect(tray(page)).toHaveCount(0);

  // Cancelled in the dialog, and in the frame.
  polls.held = true;
  for (const where of ['dialog', 'frame'] as const) {
    await page.goto(PATH);
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const cancelled = page.waitForRequest(/export\/cancel$/);
    await expect(dialog).toBeVisible();
    if (where === 'frame') {
      await page.keyboard.press('Escape');
      await tray(page).click();
      await page.getByRole('button', { name: 'Cancel: Class specific report' }).click();
    } else await dialog.getByRole('button', { name: 'Cancel' }).click();
    const file_name = (await cancelled).postDataJSON().file_name as string;
    expect(file_name).toMatch(/^[\da-f]{32}\.csv$/);
    await expect(dialog).toHaveCount(0);
    await expect(tray(page)).toHaveCount(0);
    await expect
      .poll(async () => (await page.request.get(`/storage/reports/${file_name}`)).status())
      .toBe(404);
  }

  await page.getByRole('button', { name: 'Download CSV' }).click();
  await expect(dialog).toBeVisible();
  polls.broken = true;
  await expect(page.getByRole('alert').getByText('Download error. Try again later')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
