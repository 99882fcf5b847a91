/** The transactions, from the filter to money given back. */
import { expect, type Page, test } from '@playwright/test';
import { decimalsOf } from '../../../core/money.ts';
import { COLOR_SCHEMES } from '../../../test/deep.ts';
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { topOf } from '../../../test/e2e/places.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { typeInABurst } from '../../../test/e2e/waiting/clock.ts';
import { holdReads } from '../../../test/e2e/waiting/held-reads.ts';
import { writesOf } from '../../../test/e2e/writes.ts';
import type { Transaction } from '../contract.ts';

/** A program whose sales no other test touches. */
const PROGRAM = 5;

/** An old sale of which nothing has gone back; each test takes its own from the end that it names. */
async function saleOf(they: ApiCall, is: (sale: Transaction) => boolean): Promise<Transaction> {
  for (let page = 1; page <= 20; page++) {
    const { body } = await they('GET', `transactions?program_id=${PROGRAM}&sort_by=id&page=${page}`);
    const found = (body.transactions as Transaction[]).find(
      (sale) =>
        sale.children.length === 0 &&
        sale.held === null &&
        sale.amount >= 20 &&
        decimalsOf(sale.currency) === 2 &&
        is(sale),
    );
    if (found) return found;
  }
  throw new Error('the demo has no such sale');
}

const nowOf = async (they: ApiCall, id: number): Promise<Transaction> =>
  (await they('GET', `transactions?id=${id}`)).body.transactions[0];

async function open(page: Page, path: string) {
  await page.goto(path);
  await page.locator('tr[data-row]').first().waitFor();
}

test('by mouse: filters, sums, a row in place, and a part of a sale given back', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const sale = await saleOf(
    they,
    ({ charge_type, commissions }) => charge_type === 'class_payment' && commissions.length > 1,
  );
  const { currency } = sale;
  await page.clock.install();
  await signIn(page, 'superadmin');
  const names = Promise.withResolvers<void>();
  await page.route('**/wladmin/programs*', (route) => names.promise.then(() => route.continue()));
  await open(page, `/transactions?program_id=${PROGRAM}`);
  const program = page.getByRole('combobox', { name: 'Program' });
  await expect(program).toHaveValue('…');
  names.resolve();
  await expect(program).toHaveValue(/\w/);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/transactions?')) asked.push(new URL(request.url()).search);
  });
  const sums = page.getByRole('region', { name: 'Totals' });
  await expect(sums.getByRole('term')).toHaveText(['Sold', 'Refunded', 'Paid out', 'Not yet paid out']);
  await expect(page.getByRole('columnheader', { name: 'Created at' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await typeInABurst(page.getByRole('textbox', { name: 'Student name' }), 'nobody at all');
  await expect(page.getByText('No results').first()).toBeVisible();
  expect(asked).toHaveLength(1);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.getByRole('button', { name: /^More filters/ }).click();
  await page.getByRole('textbox', { name: 'Transaction ID' }).fill('twelve');
  await expect(page.getByText('Enter a number')).toBeVisible();
  await page.getByRole('textbox', { name: 'Transaction ID' }).fill(`#${sale.id}`);
  const row = page.locator(`table tr[data-row="${sale.id}"]`);
  await expect(page.getByText('1 transaction', { exact: true }).first()).toBeVisible();
  await expect(sums.getByRole('definition').first()).toContainText(`${currency} `);
  await expect(sums.getByRole('button')).toHaveCount(0);

  const details = page.getByRole('button', { name: `Details of transaction ${sale.id}` });
  await details.click();
  await expect(details).toHaveAttribute('aria-expanded', 'true');
  const inside = page.getByRole('region', { name: `Transaction ${sale.id}`, exact: true });
  for (const { payee } of sale.commissions) await expect(inside).toContainText(payee.name);
  await expect(inside.getByRole('link', { name: 'Audit' })).toHaveAttribute(
    'href',
    `/audit?entity=charge&entity_id=${sale.id}&program_id=${PROGRAM}`,
  );
  await inside.getByRole('link', { name: 'Explain' }).click();
  await expect(page.getByRole('dialog', { name: `How transaction #${sale.id} was split` })).toBeVisible();
  await page.goBack();
  await expect(details).toHaveAttribute('aria-expanded', 'true');

  const writes = writesOf(page);
  await row.getByRole('button', { name: `Refund: transaction ${sale.id}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund transaction?' });
  const amount = dialog.getByRole('textbox', { name: `Amount, ${currency}` });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('radio', { name: 'Full amount refund' })).toBeChecked();
  await expect(amount).toHaveValue(sale.amount.toFixed(2));
  await expect(dialog).toContainText(`To ${sale.student_name}, by hand.`);
  const over = page.getByRole('dialog', { name: "Can't refund over the amount paid" });
  for (const typed of ['', '0', String(sale.amount + 0.01)]) {
    await amount.fill(typed);
    if (Number(typed) > sale.amount) {
      await expect(amount).toHaveAccessibleDescription(/Enter up to/);
      await expect(dialog.getByRole('button', { name: /^Refund/ })).toHaveAttribute('aria-disabled', 'true');
    }
    // By the key: the pointer waits for a button that is available.
    await dialog.getByRole('button', { name: /^Refund/ }).press('Enter');
    await expect(over).toBeVisible();
    await over.getByRole('button', { name: 'OK' }).click();
    await expect(over).toHaveCount(0);
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
  }
  expect(writes).toEqual([]);
  await dialog.getByText('Full amount refund', { exact: true }).click();
  await expect(amount).toHaveValue(sale.amount.toFixed(2));
  const shares = dialog.getByRole('region', { name: 'Deducted from' });
  await expect(shares.getByRole('listitem')).toHaveCount(
    sale.commissions.filter((line) => line.amount > 0).length,
  );
  await amount.fill('10,01');
  await expect(dialog.getByRole('radio', { name: 'Other' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: "Cancel Student's Registration Upon Refund" }).check();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Came too late');
  const shown = await shares.getByRole('listitem').allInnerTexts();
  // What is awaited is said until the list is read again.
  const letRead = await holdReads(page, '**/api/wladmin/transactions?*');
  await dialog.getByRole('button', { name: /^Refund/ }).dblclick();
  await expect(page.getByRole('status').getByText('Refunded. Wait for data update')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('Refund processing');
  letRead();
  expect(writes).toEqual([
    {
      path: `charge/${sale.id}/refund`,
      body: { amount: 10.01, cancel_registration: true, reason: 'Came too late' },
      key: expect.any(String),
    },
  ]);
  await expect(row).toContainText(/10\.01 (queued|refunded|to be returned)/);
  await expect(row).not.toContainText('Refund processing');
  await expect.poll(async () => (await nowOf(they, sale.id)).refunded).toBe(10.01);
  const given = (await nowOf(they, sale.id)).commissions.filter(({ refunded }) => refunded > 0);
  for (const { payee, refunded } of given)
    expect(shown.some((text) => text.includes(payee.name) && text.includes(refunded.toFixed(2)))).toBe(true);
});

test('by keyboard alone: a part of one class of a bundle', { tag: '@deep' }, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const bundle = await saleOf(they, ({ parts }) => parts.length > 1);
  const part = bundle.parts.find(({ refund_available }) => refund_available > 0.5);
  if (!part) throw new Error('a bundle has a part that cost something');
  await signIn(page, 'superadmin');
  await open(page, `/transactions?id=${bundle.id}`);
  const writes = writesOf(page);
  const keys = page.keyboard;
  await tabTo(page, page.getByRole('button', { name: `Details of transaction ${bundle.id}` }));
  await keys.press('Enter');
  await expect(page.getByRole('region', { name: 'Classes of the bundle' })).toContainText(part.class_name);
  const refund = page.getByRole('button', { name: `Refund: transaction ${bundle.id}` });
  await tabTo(page, refund);
  await keys.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Refund transaction?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, dialog.getByRole('combobox', { name: 'Class of the bundle' }));
  const marked = page.locator('[data-combobox-selected]');
  await keys.press('ArrowDown');
  await marked.waitFor();
  while (!(await marked.innerText()).startsWith(part.class_name)) await keys.press('ArrowDown');
  await keys.press('Enter');
  await expect(dialog).toContainText('refundable for this class');
  await tabTo(page, dialog.getByRole('textbox', { name: /^Amount/ }));
  await keys.type(String(part.refund_available + 0.01));
  // By plain Enter no money moves and nothing is asked: the amount may be half typed.
  const over = page.getByRole('dialog', { name: "Can't refund over the amount paid" });
  await keys.press('Enter');
  await expect(dialog.getByText(/^Enter up to/)).toHaveCount(0);
  await keys.press('Control+Enter');
  await expect(over).toBeVisible();
  await keys.press('Escape');
  await expect(over).toHaveCount(0);
  const amount = dialog.getByRole('textbox', { name: /^Amount/ });
  await tabTo(page, amount);
  await keys.press('ControlOrMeta+a');
  await keys.type('0.5');
  await keys.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: /^Refund/ }));
  expect(writes).toEqual([]);
  await keys.press('Enter');
  await expect(page.getByRole('status').getByText('Refunded. Wait for data update')).toBeVisible();
  await expect(refund).toBeFocused();
  await expect
    .poll(async () => {
      const { children, parts } = await nowOf(they, bundle.id);
      return [children[0]?.class_id, parts.find(({ class_id }) => class_id === part.class_id)?.refunded];
    })
    .toEqual([part.class_id, 0.5]);
  await expect(page.getByRole('region', { name: 'Refunds', exact: true })).toContainText('refunded');
});

test('the list stands where its skeleton stood, below the sums that come with it', { tag: '@deep' }, async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const rows = page.getByRole('table', { name: /^Transactions/ });
  for (const width of [1440, 390])
    for (const path of ['/transactions', '/transactions?currency=EUR']) {
      await page.setViewportSize({ width, height: 900 });
      const come = Promise.withResolvers<void>();
      await page.route('**/wladmin/transactions?*', (route) => come.promise.then(() => route.continue()));
      await page.goto(path);
      const skeleton = await topOf(rows.locator('tbody[aria-hidden] tr'));
      come.resolve();
      expect(await topOf(rows.locator('tr[data-row]')), `${path} at ${width}`).toBe(skeleton);
      await page.unrouteAll();
    }

  // The sums of another filter are dimmed with its rows.
  const next = Promise.withResolvers<void>();
  await page.route('**/wladmin/transactions?*', (route) => next.promise.then(() => route.continue()));
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('textbox', { name: 'Class name or ID' }).fill('flight');
  const dimmed = page.getByRole('region', { name: 'Totals' }).locator('[data-reloading]');
  await expect(dimmed).toHaveCount(1);
  next.resolve();
  await expect(dimmed).toHaveCount(0);
});

test('what is owed by hand is read whole in the list', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'superadmin');
  await page.goto('/transactions?to_return=1');
  const rows = page.locator('tr[data-row]').filter({ hasText: /By hand: .* to be returned/ });
  await expect(rows.first()).toBeVisible();
  const cut = await rows.evaluateAll(
    (rows) =>
      rows.filter((row) =>
        [...row.querySelectorAll('td *')].some(
          (element) =>
            element.textContent?.includes('By hand:') && element.scrollHeight > element.clientHeight + 1,
        ),
      ).length,
  );
  expect(cut).toBe(0);
});

test('a refund that fails, and one that somebody else has to approve', async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { id } = await saleOf(they, ({ charge_type }) => charge_type === 'class_payment');
  await signIn(page, 'superadmin');
  await open(page, `/transactions?id=${id}&refund=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Refund transaction?' });
  await page.route('**/charge/*/refund', (route) => route.fulfill({ status: 500, json: { message: 'No' } }));
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('1');
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  await expect(page.getByRole('alert').getByText('Refund error. Try again later').first()).toBeVisible();
  await expect(dialog).toBeVisible();
  await page.unroute('**/charge/*/refund');
  await page.route('**/charge/*/refund', (route) =>
    route.fulfill({ json: { refund: null, request: { id: 1 } } }),
  );
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('2');
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  await expect(
    page.getByText('This refund is above the limit and needs approval by another admin').first(),
  ).toBeVisible();
  await expect(page.locator(`tr[data-row="${id}"]`)).toContainText('Refund needs approval');
});

test('a refund whose answer is lost is not made again because something else was typed', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { id } = await saleOf(they, ({ charge_type }) => charge_type === 'class_payment');
  const before = (await they('GET', `charge/${id}/refunds`)).body.refunds.length;
  await signIn(page, 'superadmin');
  await open(page, `/transactions?id=${id}&refund=${id}`);
  await page.route('**/charge/*/refund', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const dialog = page.getByRole('dialog', { name: 'Refund transaction?' });
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('0.5');
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  await expect(page.getByRole('alert').getByText('Refund error. Try again later').first()).toBeVisible();
  await page.unroute('**/charge/*/refund');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Now with a reason');
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  await expect(page.getByText('Nothing more was sent').first()).toBeVisible();
  expect((await they('GET', `charge/${id}/refunds`)).body.refunds).toHaveLength(before + 1);
});

test('a program’s own staff: the program is locked, the file is theirs, no foreign sale is told from none', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { id } = await saleOf(they, () => true);
  await signIn(page, 'programadmin');
  for (const missing of [id, 999999]) {
    await page.goto(`/transactions?open=${missing}`);
    await expect(page.getByRole('dialog', { name: `Transaction #${missing}` })).toContainText(
      `There is no transaction #${missing}, or it belongs to another program.`,
    );
  }
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/transactions$/);
  await open(page, `/transactions?program_id=${PROGRAM}`);
  await expect(page.getByRole('textbox', { name: 'Program' })).toBeDisabled();
  await expect(page.getByRole('columnheader', { name: 'Program' })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^transactions-.*\.csv$/);
  await page.route('**/transactions/csv*', (route) =>
    route.fulfill({ status: 500, json: { message: 'No' } }),
  );
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await expect(page.getByRole('alert').getByText('Download error. Try again later')).toBeVisible();
});

for (const colorScheme of COLOR_SCHEMES)
  test(`nothing for axe to find, ${colorScheme}`, async ({ page, baseURL }) => {
    const they = await apiAs(baseURL, 'superadmin');
    const { id } = await saleOf(they, ({ parts }) => parts.length > 1);
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'superadmin');
    await open(page, `/transactions?id=${id}&open=${id}`);
    await expectAccessible(page);
    await page.goto(`/transactions?id=${id}&open=${id}&refund=${id}`);
    const dialog = page.getByRole('dialog', { name: 'Refund transaction?' });
    await dialog.getByText('Half', { exact: true }).click();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expectAccessible(page);
  });
