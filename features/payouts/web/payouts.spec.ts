/** Site payouts, from the choice of payees to the file. What is paid here is in hryvnias, which no other test pays. */
import { expect, type Page, test } from '@playwright/test';
import { CURRENCIES, formatMajor } from '../../../core/money.ts';
import { COLOR_SCHEMES } from '../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { type DemoRole, signIn } from '../../../test/e2e/session.ts';
import { typeInABurst } from '../../../test/e2e/waiting/clock.ts';
import { holdToasts } from '../../../test/e2e/waiting/toasts.ts';
import { writesOf } from '../../../test/e2e/writes.ts';
import type { OpenTransaction, Payee } from '../contract.ts';

const CURRENCY = 'UAH';

/** Another superadmin than the one who proposed the demo’s batch. */
const OTHER = 'head.office' as DemoRole;

const payable = async (they: ApiCall): Promise<Payee[]> => {
  const { body } = await they('GET', `payouts?currency=${CURRENCY}&payable=1&sort_by=payout`);
  return body.payouts.filter(({ pay_to_id }: Payee) => pay_to_id !== null);
};

const nameOf = ({ instructor_name, currency }: Payee) => `${instructor_name}, ${currency}`;

async function open(page: Page, path: string) {
  await page.goto(path);
  await page.locator('tr[data-row]').first().waitFor();
}

test('by keyboard alone: two payees chosen, previewed and paid, and their file', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  await holdToasts(page);
  await signIn(page, 'superadmin');
  await open(page, `/payouts?currency=${CURRENCY}&payable=1&sort_by=payout`);
  const [first, second] = (await payable(they)) as [Payee, Payee];
  await expect(page.getByRole('status').filter({ hasText: /balances? · \d+ (person|people)/ })).toBeVisible();
  const tick = (payee: Payee) =>
    page.locator(`tr[data-row="${payee.id}"]`).getByRole('checkbox', { name: `Select ${nameOf(payee)}` });
  const writes = writesOf(page);
  await tick(first).focus();
  await page.keyboard.press('Space');
  await tabTo(page, tick(second));
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: '2 balances selected' })).toBeVisible();
  const send = page.getByRole('button', { name: 'Send Payout(s)', exact: true });
  let presses = 0;
  while (!(await send.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Shift+Tab');
    presses += 1;
    expect(presses, 'the button stands right above the rows').toBeLessThan(20);
  }
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Send Payouts: 2 balances' });
  const totals = dialog.getByRole('table', { name: 'Totals by currency and method' });
  await expect(totals.getByRole('row')).not.toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  for (const payee of [first, second])
    await expect(
      dialog
        .getByRole('row')
        .filter({ hasText: payee.instructor_name ?? '' })
        .first(),
    ).toContainText(formatMajor(payee.payout, CURRENCY));
  await expectAccessible(page, 'the preview');
  const tab = page.context().waitForEvent('page');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Send 2 payouts' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const download = await (await tab).waitForEvent('download');
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const toast = page.getByRole('status').filter({ hasText: 'Payout created: 2 payouts' });
  await expect(toast).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(tick(first)).toHaveCount(0);
  expect(writes).toEqual([
    {
      path: 'payout',
      body: {
        ids: [first.id, second.id].toSorted((a, b) => a - b),
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      key: expect.any(String),
    },
  ]);
  await toast.getByRole('link', { name: 'Open' }).press('Enter');
  await expect(page).toHaveURL(/\/payouts\/batches\/\d+$/);
  const batch = page.getByRole('article', { name: /^Payout batch #\d+, sales$/ });
  await expect(batch.getByRole('definition').first()).toBeVisible();
  await expect(batch).toContainText(formatMajor(first.payout + second.payout, CURRENCY));
  await expect(batch.getByRole('region', { name: /^Batch \d+$/ })).toContainText('View payouts');
});

test('what has changed since it was looked at is shown again; a lost answer is not paid for twice', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const payee = await withLines(they, (lines) => lines.filter(({ active }) => active === 1).length > 1);
  const batches = async () => (await they('GET', 'payout-batches')).body.count;
  const before = await batches();
  await signIn(page, 'superadmin');
  await open(page, `/payouts?name=${encodeURIComponent(payee.instructor_name ?? '')}&currency=${CURRENCY}`);
  const button = page.getByRole('button', { name: `Send Payout: ${nameOf(payee)}` });
  await button.click();
  const dialog = page.getByRole('dialog', { name: `Send Payout: ${nameOf(payee)}` });
  const paid = dialog.getByRole('table', { name: 'Paid', exact: true });
  await expect(paid).toContainText(formatMajor(payee.payout, CURRENCY));
  const line = (await linesOf(they, payee)).find(({ active }) => active === 1) as OpenTransaction;
  await they('PATCH', `payout-transaction/${line.id}`);
  const writes = writesOf(page);
  await dialog.getByRole('button', { name: 'Send 1 payout' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Amounts changed while this was open. Nothing was sent',
  );
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(paid).not.toContainText(formatMajor(payee.payout, CURRENCY));
  await expect(paid).toContainText('Some sales have upcoming sessions');
  expect(await batches()).toBe(before);

  await page.route('**/api/wladmin/payout', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Send 1 payout' }).click();
  await expect(dialog.getByRole('alert')).toContainText("Can't reach the server");
  await expect(page.getByText('Notification error. Try again later')).toBeVisible();
  await page.unroute('**/api/wladmin/payout');
  await dialog.getByRole('button', { name: 'Send 1 payout' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Payout created: 1 payout' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await batches()).toBe(before + 1);
  expect(writes).toHaveLength(3);
  expect(writes[2]?.key).toBe(writes[1]?.key);
  expect(writes[1]?.key).not.toBe(writes[0]?.key);
});

test('an answer without a file, one that waits for approval, and one that was heard before', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const [payee] = (await payable(they)).toReversed() as [Payee];
  await signIn(page, 'superadmin');
  let answer: { status?: number; json: object } = { json: { file: null, batch: { id: 7, state: 'made' } } };
  await page.route('**/api/wladmin/payout', (route) => route.fulfill(answer));
  const send = async () => {
    await page.goto(`/payouts?currency=${CURRENCY}&pay=${payee.id}`);
    const dialog = page.getByRole('dialog', { name: /^Send Payout: / });
    await dialog.getByRole('button', { name: 'Send 1 payout' }).click();
    return dialog;
  };
  await send();
  await expect(page.getByRole('alert').getByText('Notification error. Try again later')).toBeVisible();
  answer = { json: { file: null, batch: { id: 7, state: 'proposed', payees: 1 } } };
  await send();
  const waiting = page.getByRole('status').filter({ hasText: 'Needs approval' });
  await expect(waiting.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/payouts/batches/7');
  answer = { json: { file: null, batch: { id: 8, state: 'making', payees: 0 } } };
  await send();
  const processing = page.getByRole('status').filter({ hasText: 'Processing payouts' });
  await expect(processing.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/payouts/batches/8');
  answer = { status: 400, json: { message: 'Used', code: 'IDEMPOTENCY_KEY_REUSED' } };
  const dialog = await send();
  await expect(dialog.getByRole('alert')).toContainText(
    'The earlier payout went through; nothing was sent twice',
  );
});

test('by keyboard: a line is switched and its reason said; a mail that money waits, once', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const payee = await withLines(they, (lines) => lines.some(({ active }) => active === 1));
  const line = (await linesOf(they, payee)).find(({ active, held }) => active === 1 && !held);
  await signIn(page, 'superadmin');
  await open(page, `/payouts?currency=${CURRENCY}&transactions=${payee.id}`);
  const dialog = page.getByRole('dialog', { name: `Instructor transactions: ${nameOf(payee)}` });
  const row = dialog.locator(`tr[data-row="payment ${line?.id}"]`);
  const toggle = row.getByRole('switch');
  await tabTo(page, toggle);
  await expect(toggle).toBeChecked();
  await page.keyboard.press('Space');
  await expect(row).toContainText('Pending: forced');
  await expect(toggle).toBeFocused();
  await page.route('**/payout-transaction/*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('alert').getByText('Error. Try again later')).toBeVisible();
  await expect(row).toContainText('Not changed');
  await page.unroute('**/payout-transaction/*');
  await page.keyboard.press('Space');
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the transactions');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await open(page, `/payouts?currency=${CURRENCY}&without_method=1`);
  const notify = page.getByRole('button', { name: /^Notify: / }).last();
  const of = ((await notify.getAttribute('aria-label')) ?? '').slice('Notify: '.length);
  await expect(page.getByRole('button', { name: `Send Payout: ${of}` })).toHaveCount(0);
  const said = page.getByRole('row').filter({ has: page.getByRole('button', { name: `Notify: ${of}` }) });
  await notify.press('Enter');
  await expect(page.getByRole('status').getByText('Notification send')).toBeVisible();
  await expect(page.getByRole('button', { name: `Send Payout: ${of}` })).toHaveCount(0);
  await expect(said).toContainText('No payout method');
  await notify.press('Enter');
  await expect(page.getByRole('alert').getByText('Notification error. Try again later')).toBeVisible();
  await expect(said).toContainText('once in 24 hours');
});

test('filters, one request a burst; who owes is said; a program’s staff read and switch, and pay nobody', {
  tag: '@deep',
}, async ({ page, browser, baseURL }) => {
  // Of the demo, whose debts are few: the staff of that program have none in sight.
  const they = await apiAs(baseURL, 'superadmin');
  const least = await Promise.all(
    CURRENCIES.map(
      async (of) => (await they('GET', `payouts?currency=${of}&sort_by=amount`)).body.payouts[0],
    ),
  );
  const owing: Payee | undefined = least.find((payee?: Payee) => payee && payee.amount < 0);
  if (!owing) throw new Error('somebody of the demo owes');
  const office = await browser.newPage({ baseURL });
  await signIn(office, 'superadmin');
  await open(office, `/payouts?currency=${owing.currency}&sort_by=amount&sort_dest=asc`);
  await expect(office.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  const debt = office.locator('tr[data-row]').first();
  await expect(debt).toContainText(/owes −[\d,.]+/);
  await expect(debt.getByRole('checkbox')).toHaveCount(0);
  await office.close();

  await page.clock.install();
  await signIn(page, 'admin');
  await open(page, '/payouts');
  await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Send Payout/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Transactions: / }).first()).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/payouts?')) asked.push(new URL(request.url()).search);
  });
  await typeInABurst(page.getByRole('textbox', { name: 'Name or user ID' }), 'nobody at all');
  await expect(page.getByText('No results').first()).toBeVisible();
  expect(asked).toHaveLength(1);
  // What the site gets of a sale is not theirs to switch.
  await page.goto('/payouts?transactions=1');
  const ofSite = page.getByRole('dialog', { name: 'Instructor transactions: GLOBAL SITE, USD' });
  await ofSite.locator('tr[data-row]').first().waitFor();
  await expect(ofSite.getByRole('switch')).toHaveCount(0);
  await page.goto('/payouts?pay=65');
  await expect(page.getByRole('dialog')).toContainText(/may not|not allowed|permission/i);
  await page.goto('/payouts/batches');
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Payout batches' })).toHaveCount(0);
});

test('a payout arrives, comes back for a reason, and is a credit; its lines come to it and its file is there', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const [payee] = (await payable(they)) as [Payee];
  const { batch } = (await they('POST', 'payout', { ids: [payee.id] })).body;
  await signIn(page, 'superadmin');
  await open(page, `/payouts/history?batch_id=${batch.id}`);
  const row = page.locator('tr[data-row]');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Made');
  const file = await row.getByRole('link', { name: `File of batch ${batch.id}` }).getAttribute('href');
  const fetched = await page.request.get(file ?? '');
  expect([fetched.status(), fetched.headers()['content-type']]).toEqual([200, 'application/zip']);

  await row.getByRole('button', { name: /^Instructor transactions: / }).click();
  const lines = page.getByRole('dialog', { name: 'Instructor transactions' });
  await expect(lines).toContainText(`Total ${formatMajor(payee.payout, CURRENCY)}`);
  await expect(lines.locator('tr[data-row]').first()).toContainText('Instructor');
  await expectAccessible(page, 'the transactions of a payout');
  const explained = lines.locator('tr[data-row]').filter({ hasText: '%' }).first();
  await expect(explained).toContainText(/#\d+ · [\d,.]+ × [\d.]+% = [\d,.]+/);
  const charge = /#(\d+) ·/.exec((await explained.textContent()) ?? '')?.[1];
  await expect(explained.getByRole('link', { name: `#${charge}` })).toHaveAttribute(
    'href',
    `/transactions/${charge}`,
  );
  const explain = explained.getByRole('button', { name: /^Explain: / });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await explained.getByRole('button', { name: width === 390 ? /^More: / : /^Explain: / }).press('Enter');
    if (width === 390) await page.getByRole('menuitem', { name: 'Explain' }).press('Enter');
    const beside = page.getByRole('complementary', { name: `How transaction #${charge} was split` });
    await expect(beside).toContainText('Total, equal to the transaction');
    await expect(beside.getByRole('heading', { name: /^How transaction/ })).toBeFocused();
    await expectAccessible(page, `a share explained beside the lines at ${width}`);
    await page.keyboard.press('Escape');
    await expect(beside).toHaveCount(0);
    await expect(lines).toBeVisible();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await explain.focus();
  await page.keyboard.press('Escape');
  await expect(lines).toHaveCount(0);

  await row.getByRole('button', { name: /^Mark as paid: / }).press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row.getByRole('button', { name: /^Mark as paid: / })).toHaveCount(0);
  await expect(row).toContainText('Paid');

  await row.getByRole('button', { name: /^Return: / }).press('Enter');
  const returning = page.getByRole('dialog', { name: /^Return payout: / });
  await expect(returning.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(returning).toContainText(`${CURRENCY} balance of`);
  const writes = writesOf(page);
  await returning.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(returning.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  expect(writes).toEqual([]);
  await page.keyboard.type('The account was closed');
  await expectAccessible(page, 'the return');
  await returning.getByRole('button', { name: 'Return', exact: true }).dblclick();
  await expect(row).toContainText('The account was closed');
  await expect(row.getByRole('button', { name: /^Return: / })).toHaveCount(0);
  expect(writes).toHaveLength(1);
  const credit = (await linesOf(they, payee)).find(({ type }) => type === 'adjustment');
  expect(credit?.amount).toBe(payee.payout);
});

test('ticked by J and X, many payouts are marked as paid, after a look at what they add up to', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const some = (await payable(they)).slice(0, 2);
  const { batch } = (await they('POST', 'payout', { ids: some.map(({ id }) => id) })).body;
  await signIn(page, 'superadmin');
  await open(page, `/payouts/history?batch_id=${batch.id}`);
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(2);
  for (const _ of some) {
    await page.keyboard.press('j');
    await page.keyboard.press('x');
  }
  const writes = writesOf(page);
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog', { name: 'Mark 2 payouts as paid' });
  // A line for each method and currency, as a statement of the bank has them.
  await expect(dialog.getByRole('listitem').first()).toContainText(CURRENCY);
  const said = (await dialog.getByRole('listitem').allTextContents()).join(' ');
  const amounts = [...said.matchAll(/UAH ([\d,.]+)/g)].map(([, text = '']) =>
    Number(text.replaceAll(',', '')),
  );
  const minor = (majors: readonly number[]) =>
    majors.reduce((sum, major) => sum + Math.round(major * 100), 0);
  expect(minor(amounts)).toBe(minor(some.map(({ payout }) => payout)));
  await expectAccessible(page, 'many payouts that arrived');
  // Somebody in a hurry presses Enter: nothing is marked.
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(writes).toEqual([]);
  await page.keyboard.press('p');
  await dialog.getByRole('button', { name: 'Mark 2 payouts as paid' }).click();
  await expect(page.getByText('2 payouts marked as paid')).toBeVisible();
  await expect(rows.filter({ hasText: 'Paid' })).toHaveCount(2);
  await expect(rows.getByRole('checkbox')).toHaveCount(0);
  expect(writes).toHaveLength(1);
});

test('batches: one waits for somebody else, is approved once, and has its file; who was not paid stands in it', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  await signIn(page, 'superadmin');
  await open(page, '/payouts/batches?waiting=1');
  const row = page.locator('tr[data-row]').first();
  const id = Number(await row.getAttribute('data-row'));
  await expect(row).toContainText('Needs another approver (you created it)');
  await expect(row.getByRole('button', { name: /^Approve: / })).toHaveCount(0);
  await expect(row.getByRole('button', { name: /^Cancel proposal: / })).toBeVisible();
  await page.goto(`/payouts/batches?approve=${id}`);
  await expect(page.getByRole('dialog')).toContainText('Needs another approver (you created it).');
  await page.goto('/payouts/batches?open=999999');
  await expect(page.getByRole('dialog')).toContainText('There is no payout batch #999999,');
  await page.goto('about:blank');
  await signIn(page, OTHER);

  await open(page, '/payouts/batches?waiting=1');
  await row.getByRole('button', { name: `Details of batch ${id}` }).press('Enter');
  const details = page.getByRole('region', { name: `Batch ${id}` });
  const { batches } = (await they('GET', `payout-batches?id=${id}`)).body;
  const [{ held }] = batches;
  const paid = details.getByRole('table', { name: 'Payees' });
  await expect(paid.getByRole('row').nth(1)).toContainText(/•••• |@/);
  await expect(details).toContainText(/[A-Z]{3} [\d,.]+ \([+−][\d,.]+\).* compared with batch #\d+ of /);
  await details.getByRole('tab', { name: `Left out (${held.length})` }).press('Enter');
  await expect(details.getByRole('region', { name: 'Left out' }).getByRole('listitem')).toHaveCount(
    held.length,
  );
  await expect(details).toContainText(held[0].reason);
  const approve = row.getByRole('button', { name: `Approve: batch ${id}` });
  await approve.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Approve batch: / });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `the question at ${width}`);
  }
  const writes = writesOf(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Batch approved and bank file created')).toBeVisible();
  expect(writes.map(({ path }) => path)).toEqual([`payout-batch/${id}/approve`]);
  // It leaves its address as it closes.
  await expect(dialog).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `/payouts/batches?id=${id}`);
  const download = row.getByRole('link', { name: `Download file of batch ${id}` });
  const fetched = await page.request.get((await download.getAttribute('href')) ?? '');
  expect(fetched.status()).toBe(200);
  await page.goto(`/payouts/batches?id=${id}&cancel=${id}`);
  await expect(page.getByRole('dialog')).toContainText('already made this batch');
  await page.keyboard.press('Escape');
  await row.getByRole('link', { name: `Payouts: batch ${id}` }).click();
  await expect(page).toHaveURL(`/payouts/history?batch_id=${id}`);
  await page.locator('tr[data-row]').first().waitFor();
  await expectToFit(page, 'the history of a phone');
  await expectAccessible(page, 'the history of a phone');
});

test('the balances of one person stand under one name, which leads to them; sums and counts agree', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { body } = await they('GET', 'payouts?by_payee=1');
  const payees: Payee[] = body.payouts;
  const [head] = payees.filter(({ balances, pay_to_id }) => balances > 1 && pay_to_id !== null);
  const theirs = payees.filter(({ pay_to_id }) => pay_to_id === head?.pay_to_id);
  await signIn(page, 'superadmin');
  await open(page, `/payouts?name=%23${head?.pay_to_id}`);
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(theirs.length);
  await expect(
    page.getByRole('status').filter({ hasText: `${theirs.length} balances · 1 person` }),
  ).toBeVisible();
  const name = head?.instructor_name ?? '';
  await expect(rows.first()).toContainText(`#${head?.pay_to_id} · ${theirs.length} balances`);
  await expect(page.getByRole('rowheader', { name: new RegExp(`^${name}`) })).toHaveCount(theirs.length);
  const link = rows.getByRole('link', { name });
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('href', `/users/${head?.pay_to_id}`);
  const of = (currency: string) => theirs.filter((payee) => payee.currency === currency);
  const sums = page.getByRole('region', { name: 'Totals' });
  await sums.getByRole('button', { name: /more currenc/ }).click();
  const totals = sums.getByRole('table', { name: 'Totals by currency' }).locator('tbody tr');
  await expect(totals).toHaveCount(new Set(theirs.map(({ currency }) => currency)).size);
  for (const { currency, amount, payout } of theirs) {
    expect(of(currency)).toHaveLength(1);
    const row = totals.filter({ hasText: currency });
    for (const figure of [amount, payout])
      await expect(row).toContainText(formatMajor(figure, currency).slice(currency.length + 1));
  }
  for (const payee of theirs.filter(({ payable }) => payable === 0)) {
    const row = page.locator(`tr[data-row="${payee.id}"]`);
    await expect(row.getByRole('checkbox')).toHaveCount(0);
    await expect(row.getByRole('button', { name: /^Send Payout/ })).toHaveCount(0);
    await expect(row).toContainText(/upcoming session|Ready |No payout method|Below|hold|Nothing|changed/i);
  }
  await expectAccessible(page, 'the balances of one person');
});

for (const colorScheme of COLOR_SCHEMES)
  test(`nothing for axe to find, and it fits a phone, ${colorScheme}`, async ({ page, baseURL }) => {
    const they = await apiAs(baseURL, 'superadmin');
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'superadmin');
    await open(page, `/payouts?currency=${CURRENCY}`);
    await expectAccessible(page, 'the list');
    const { body } = await they('GET', `payouts?currency=${CURRENCY}&without_method=1`);
    const [held] = body.payouts as [Payee];
    await page.goto(`/payouts?currency=${CURRENCY}&pay=${held.id}`);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('table', { name: 'Not paid' })).toContainText('Payout details incomplete');
    await expect(dialog.getByRole('button', { name: 'Send Payouts' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 850 });
      await expectAccessible(page, `the preview at ${width}`);
      await expectToFit(page, `the preview at ${width}`);
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expectAccessible(page, 'the list of a phone');
  });

const linesOf = async (they: ApiCall, { id }: Payee): Promise<OpenTransaction[]> =>
  (await they('GET', `payout-transactions?payee_id=${id}`)).body.transactions;

/** Of those who cost most: the tests above that pay others begin with the cheapest. */
async function withLines(they: ApiCall, have: (lines: OpenTransaction[]) => boolean): Promise<Payee> {
  for (const payee of (await payable(they)).toReversed().slice(1))
    if (have(await linesOf(they, payee))) return payee;
  throw new Error('the demo has no such payee');
}
