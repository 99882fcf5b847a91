import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { apiAs } from '../../../test/e2e/api.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { holdToasts } from '../../../test/e2e/waiting/toasts.ts';

/** What this file fulfils; no other does. Other programs than the bound one's, and that. */
const ELSEWHERE = '/giveaways/purchases?program_id=3&product_type=physical';
const HERE = '/giveaways/purchases?product_type=physical';

const rows = (page: Page) => page.locator('tr[data-row]');
const idOf = async (page: Page, index: number) =>
  Number(await rows(page).nth(index).getAttribute('data-row'));
const selected = (page: Page) => page.getByRole('status').filter({ hasText: /selected$/ });

test('by mouse: chosen across pages, fulfilled at once, their file fetched and their labels printed', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto(ELSEWHERE);
  await expect(rows(page)).toHaveCount(50);
  const ids = [await idOf(page, 0), await idOf(page, 2)];
  await page.getByRole('checkbox', { name: `Select #${ids[0]} `, exact: false }).check();
  await page.getByRole('checkbox', { name: `Select #${ids[1]} `, exact: false }).check();
  await expect(selected(page)).toHaveText('2 orders selected');
  await page.getByRole('link', { name: 'Page 2', exact: true }).first().click();
  await expect(rows(page).first()).not.toHaveAttribute('data-row', String(ids[0]));
  ids.push(await idOf(page, 1));
  await page.getByRole('checkbox', { name: `Select #${ids[2]} `, exact: false }).check();
  await expect(selected(page)).toHaveText('3 orders selected');

  await page.getByRole('button', { name: 'Fulfill Order(s)', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Fulfill 3 orders' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page, 'the question');
  // Its tab closes by itself: whoever asks it later is too late.
  const downloaded = new Promise<Download>((resolve) => {
    page.context().once('page', (tab) => tab.once('download', resolve));
  });
  await dialog.getByRole('button', { name: 'Fulfill 3 orders' }).dblclick();
  const download = await downloaded;
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(
    lines
      .slice(1)
      .map((line) => Number.parseInt(line, 10))
      .toSorted((a, b) => a - b),
  ).toEqual(ids.toSorted((a, b) => a - b));
  const done = page.getByRole('dialog', { name: 'Fulfilled' });
  await expect(done.getByRole('status')).toContainText('3 orders are fulfilled');
  await expect(done.getByRole('link', { name: 'Print labels' })).toBeFocused();
  await expect(selected(page)).toHaveCount(0);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: /^Fulfillment #\d+$/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveCount(3);
  const labels = page.getByRole('region', { name: 'Labels' }).locator('address');
  await expect(labels).toHaveCount(3);
  await expectAccessible(page, 'the page to print');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.goto(`/giveaways/purchases?user_name=&product_name=&open=${ids[0]}`);
  await expect(page).toHaveURL(new RegExp(`/giveaways/purchases/${ids[0]}$`));
  await expect(page.getByRole('article')).toContainText('Fulfilled');
});

test('all that can be fulfilled are offered at once, and at most 500 go in one call', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/giveaways/purchases');
  await page
    .getByRole('checkbox', { name: /^Select #/ })
    .first()
    .check();
  await page.getByRole('button', { name: /^Select the first 500 of [\d,]+ that can be fulfilled$/ }).click();
  await expect(selected(page)).toHaveText('500 orders selected');
  await page.getByRole('button', { name: 'Fulfill Order(s)', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Fulfill 500 orders' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(selected(page)).toHaveCount(0);
});

test('without a file, or without a tab for it, the dialog does not say that it opened', {
  tag: '@deep',
}, async ({ page }) => {
  const answer = { file: '', fulfilment_id: 1, count: 1 };
  await page.route('**/lilt-purchases/fulfill', (route) => route.fulfill({ json: answer }));
  await signIn(page, 'programadmin');
  const fulfil = async () => {
    await page.goto(HERE);
    await rows(page)
      .first()
      .getByRole('button', { name: /^Fulfill Order: / })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Fulfill Order' }).click();
    return page.getByRole('dialog', { name: 'Fulfilled' }).getByRole('status');
  };
  await expect(await fulfil()).toContainText('The file could not be created');
  await expect(page.getByText('Notification error. Try again later')).toBeVisible();
  answer.file = '/api/wladmin/lilt-fulfilment/1/file';
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const said = await fulfil();
  await expect(said).toContainText('Your browser blocked the file');
  await expect(said.getByRole('link', { name: 'Open the file' })).toHaveAttribute('href', answer.file);
});

test('a fulfilment by its own address: none, one order of it, and a call that fails', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/giveaways/fulfilments/999999');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();

  const calls = '**/api/wladmin/lilt-fulfilment/1';
  await page.route(calls, (route) => route.fulfill({ status: 500, json: { message: 'No', code: 'X' } }));
  await page.goto('/giveaways/fulfilments/1');
  const failed = page.getByRole('alert', { name: 'Could not load this' });
  await expect(failed).toBeVisible();
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Retry' }).press('Enter');
  const orders = page.getByRole('list', { name: 'Orders' }).getByRole('listitem');
  await expect(orders.nth(1)).toBeVisible();
  await expect(failed).toHaveCount(0);

  const number = await orders.nth(1).locator('b').innerText();
  await page.goto(`/giveaways/fulfilments/1?order=${number.slice(1)}`);
  await expect(orders).toHaveText([new RegExp(`^${number} `)]);
  await expect(page.getByRole('combobox', { name: 'Orders' })).toHaveValue(new RegExp(`^${number} `));
});

test('an order whose address goes meanwhile is refused in words, and changes nothing', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const call = await apiAs(baseURL, 'superadmin');
  await signIn(page, 'superadmin');
  await page.goto(`${ELSEWHERE}&sort_by=id&sort_dest=desc`);
  const id = await idOf(page, 0);
  const { purchase } = (await call('GET', `lilt-purchase/${id}`)).body;
  const { user } = (await call('GET', `site-user/${purchase.user.id}`)).body;
  const save = (lilt_delivery: string) =>
    call('PATCH', `site-user/${user.id}`, { user_data: { lilt_delivery } });
  await rows(page)
    .first()
    .getByRole('button', { name: /^Fulfill Order: / })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Fulfill Order: / });
  await expect(dialog.getByText(purchase.line.address[0], { exact: false })).toBeVisible();
  expect((await save('')).status).toBe(200);
  await dialog.getByRole('button', { name: 'Fulfill Order' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Error. Try again later' }).first()).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText(`Order ${id} needs an address`);
  expect((await call('GET', `lilt-purchase/${id}`)).body.purchase.fulfilled).toBe(0);
  expect((await save(user.lilt_delivery)).status).toBe(200);
});

test('a bound programadmin by keyboard: one order at a time, of the own program alone', async ({ page }) => {
  await signIn(page, 'programadmin');
  await page.goto(HERE);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Program' })).toHaveCount(0);
  const id = await idOf(page, 0);
  // By its id: an order that comes meanwhile stands above it.
  const fulfil = page.locator(`tr[data-row="${id}"]`).getByRole('button', { name: /^Fulfill Order: / });
  await tabTo(page, fulfil);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Fulfill Order: / });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Fulfill Order' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const done = page.getByRole('dialog', { name: 'Fulfilled' });
  await expect(done.getByRole('link', { name: 'Print labels' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(done).toHaveCount(0);
  await expect(page.locator(`tr[data-row="${id}"]`)).toHaveCount(0);
});

test('the queue: next order after an order, its tracking number, and undo until the sheet is printed', async ({
  page,
}) => {
  await holdToasts(page);
  await signIn(page, 'programadmin');
  await page.goto(`${HERE}&sort_by=id&sort_dest=desc`);
  const tabs = page.getByRole('navigation', { name: 'Orders' });
  await expect(tabs.getByRole('link', { name: /^To fulfill/ })).toHaveAttribute('aria-current', 'page');
  const [first, second] = [await idOf(page, 0), await idOf(page, 1)];
  await page.keyboard.press('j');
  await page.keyboard.press('f');
  const dialog = page.getByRole('dialog', { name: /^Fulfill Order: / });
  await dialog.getByRole('textbox', { name: 'Carrier' }).fill('DHL');
  await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('00340434');
  await expectAccessible(page, 'the question of one order');
  await dialog.getByRole('button', { name: 'Fulfill Order' }).click();
  const done = page.getByRole('dialog', { name: 'Fulfilled' });
  await done.getByRole('button', { name: 'Next order' }).click();
  await expect(page).toHaveURL(new RegExp(`fulfil=${second}`));
  await expect(page.locator(`tr[data-row="${first}"]`)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page
    .getByRole('status')
    .filter({ hasText: '1 order fulfilled' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(page.locator(`tr[data-row="${first}"]`)).toHaveCount(1);

  // In the order itself; its sheet names the person, and what is printed stays.
  await page.goto(`/giveaways/purchases/${first}`);
  const order = page.getByRole('article');
  const name = await order.locator('dt', { hasText: /^For$/ }).locator('+ dd').innerText();
  await order.getByRole('button', { name: /^Fulfill Order: / }).click();
  await expect(dialog.getByRole('button', { name: 'Fulfill Order' })).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('Control+Enter');
  await done.getByRole('link', { name: 'Print labels' }).click();
  await expect(page.getByRole('list', { name: 'Orders' })).toContainText(`#${first} ${name}`);
  await expect(page.getByRole('button', { name: 'Undo fulfillment' })).toBeVisible();
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.getByText(/Printed .* by programadmin@example\.com/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo fulfillment' })).toHaveCount(0);

  await page.goto(`${HERE}&show=fulfilled`);
  await expect(tabs.locator('[aria-current]')).toHaveText(/^Fulfilled/);
  await page.goto(`/giveaways/purchases/${first}`);
  await order.getByRole('textbox', { name: 'Carrier' }).fill('UPS');
  await order.getByRole('textbox', { name: 'Tracking number' }).fill('1Z 999');
  await order.getByRole('textbox', { name: 'Tracking number' }).press('Enter');
  await expect(page.getByText('Tracking saved')).toBeVisible();
  await page.reload();
  await expect(order.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('1Z 999');
  await expectAccessible(page, 'an order that was sent');
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`nothing for axe to find, and it fits a phone, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'superadmin');
    await page.goto('/giveaways/purchases');
    await expect(rows(page)).toHaveCount(50);
    await expectAccessible(page, 'the list');
    await page.setViewportSize({ width: 390, height: 850 });
    await expectToFit(page, 'the list');
    await expectAccessible(page, 'the list of a phone');
    await page.goto('/giveaways/purchases?product_name=nothing+is+called+this');
    await expect(page.getByText('No results')).toBeVisible();
  });
}
