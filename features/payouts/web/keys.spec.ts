/** What staff are asked for most about money, with keys alone, and how many those are. */
import { expect, test } from '@playwright/test';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { goTo, home } from '../../../test/e2e/keys/key-steps.ts';
import { DEMO_PASSWORD } from '../../../test/e2e/session.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** A payee of the demo whom no other test pays or changes. */
const PAYEE = 'Alan Hamilton';
const IBAN = 'NL91ABNA0417164300';

test('from Home: twenty balances are paid in 35 keys', async ({ page }) => {
  // Heard, and not paid: what other tests pay stays for them.
  const batch = { id: 7, state: 'proposed', payees: 20 };
  await page.route('**/api/wladmin/payout', (route) => route.fulfill({ json: { file: null, batch } }));
  const writes = writesOf(page);
  const keys = await home(page);
  await goTo(page, keys, 'p', 'Site payouts');
  await keys.press('/');
  await keys.to('Tab', page.getByRole('checkbox', { name: 'Payable now' }));
  await keys.press('Space');
  await expect(page).toHaveURL(/payable=1/);
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('tr[data-row]:not(:has([data-tick]))')).toHaveCount(0);
  await keys.press('j');
  await keys.press('x');
  const selected = page.getByRole('status').filter({ hasText: /balances? selected/ });
  await expect(selected).toContainText('1 balance selected');
  for (let rows = 0; rows < 19; rows++) await keys.press('j');
  await keys.press('Shift+X');
  await expect(selected).toContainText('20 balances selected');
  await keys.press('p');
  const dialog = page.getByRole('dialog', { name: /^Send Payouts: / });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const send = dialog.getByRole('button', { name: 'Send 20 payouts' });
  await expect(send).toBeVisible();
  await keys.press('Tab');
  await expect(send).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByText('Needs approval')).toBeVisible();
  expect(writes).toMatchObject([{ path: 'payout', body: { ids: { length: 20 } } }]);
  expect(keys.count).toBeLessThanOrEqual(35);
});

test('from Home: the IBAN of a payee is changed in 35 keys', { tag: '@deep' }, async ({
  page,
  baseURL,
  context,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { payouts } = (await they('GET', `payouts?name=${encodeURIComponent(PAYEE)}&method=bank_deposit`))
    .body;
  const user = payouts[0].pay_to_id;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const keys = await home(page);
  await page.evaluate((iban) => navigator.clipboard.writeText(iban), IBAN);
  await goTo(page, keys, 'p', 'Site payouts');
  await keys.press('/');
  await keys.type(`#${user}`);
  await expect(page.locator('tr[data-row]').first()).toContainText(PAYEE);
  await expect(page.getByRole('status').filter({ hasText: '1 person' })).toBeVisible();
  await keys.press('ArrowDown');
  await keys.press('e');
  const dialog = page.getByRole('dialog', { name: `Edit payout details: ${PAYEE}` });
  const iban = dialog.getByRole('textbox', { name: 'IBAN' });
  await expect(iban).toBeVisible();
  await keys.to('Tab', iban);
  await keys.press('Control+v');
  await expect(iban).toHaveValue(IBAN);
  await keys.to('Tab', dialog.locator('input[data-path="password"]'));
  await keys.type(DEMO_PASSWORD);
  await keys.press('Control+Enter');
  await expect(page.getByText('We emailed the user about this change')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('tr[data-row]').first()).toContainText('Ready ');
  expect(keys.count).toBeLessThanOrEqual(35);
});

test('from Home: why a payout was less is answered in 15 keys', { tag: '@deep' }, async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { id, typed } = await paidForSales(they);
  const keys = await home(page);
  await goTo(page, keys, 'q', 'Site payouts history');
  await keys.press('/');
  await keys.type(typed);
  await expect(page.locator('tr[data-row]').first()).toHaveAttribute('data-row', String(id));
  await keys.press('ArrowDown');
  await keys.press('Enter');
  const lines = page.getByRole('dialog', { name: 'Instructor transactions' });
  const explain = lines.getByRole('button', { name: /^Explain: / }).first();
  await expect(explain).toBeVisible();
  await keys.to('Tab', explain);
  await keys.press('Enter');
  await expect(page.getByRole('complementary', { name: /^How transaction #\d+ was split$/ })).toContainText(
    'Total',
  );
  expect(keys.count).toBeLessThanOrEqual(15);
});

/** Somebody whose newest payout was of sales, by the first letters of their name. */
async function paidForSales(they: ApiCall): Promise<{ id: number; typed: string }> {
  const { payouts } = (await they('GET', 'payouts-history?kind=sales&state=paid')).body;
  for (const { first_name } of payouts as { first_name: string }[]) {
    const typed = first_name.slice(0, 4).toLowerCase();
    const query = `payouts-history?instructor_name=${encodeURIComponent(typed)}`;
    const [newest] = (await they('GET', query)).body.payouts;
    if (newest?.kind === 'sales') return { id: newest.id, typed };
  }
  throw new Error('the demo has no such payout');
}
