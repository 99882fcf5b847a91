/** Membership payouts, from the range to the file. What is paid here is of months that no other test pays. */
import { expect, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES_ALWAYS } from '../../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../../test/e2e/accessible.ts';
import { apiAs } from '../../../../test/e2e/api.ts';
import { tabTo } from '../../../../test/e2e/keyboard.ts';
import { topOf } from '../../../../test/e2e/places.ts';
import { signIn } from '../../../../test/e2e/session.ts';
import { writesOf } from '../../../../test/e2e/writes.ts';
import type { MembershipRow } from '../contract.ts';
import { offersNotify, offersPay } from '../rules.ts';

/** The whole month so many months ago. */
function month(ago: number): string {
  const now = new Date();
  const [first, last] = [1, 0].map(
    (day) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago + (day ? 0 : 1), day)),
  );
  return [first, last].map((day) => day?.toISOString().slice(0, 10)).join();
}

const nameOf = ({ instructor_name }: MembershipRow) => instructor_name ?? 'GLOBAL SITE';
const rowOf = (page: Page, { id }: MembershipRow) => page.locator(`tr[data-row="${id}"]`);
const tick = (page: Page, row: MembershipRow) => rowOf(page, row).getByRole('checkbox');
const send = (page: Page) => page.getByRole('button', { name: 'Send Payout(s)', exact: true });

async function open(page: Page, path: string) {
  await page.goto(path);
  await page.locator('tr[data-row]').first().waitFor();
}

test('by mouse: a month that is not over, an amount, the lens, what was attended, a mail, and two paid', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const dates = month(20);
  const asked = `membership-payouts?dates=${dates}&split_amount=1234.56`;
  const rows: MembershipRow[] = (await they('GET', asked)).body.payouts;
  const [first, second] = rows.filter(offersPay) as [MembershipRow, MembershipRow];
  const poor = rows.findLast(offersNotify) as MembershipRow;
  await signIn(page, 'superadmin');
  await page.goto(`/membership-payouts?dates=${month(0)}`);
  await expect(page.getByText(/^This period ends .* You can pay it from/)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0);
  await open(page, '/membership-payouts');
  await expect(page.getByLabel('Dates (UTC), first day')).toHaveValue(month(1).slice(0, 10));
  await expect(
    page.getByRole('checkbox', { name: "Compare: split by each member's attendance" }),
  ).not.toBeChecked();
  await expect(page.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'descending');

  const [from = '', to = ''] = dates.split(',');
  await page.getByLabel('Dates (UTC), first day').fill(from);
  await page.getByLabel('Dates (UTC), last day').fill(to);
  await expect(page).toHaveURL(new RegExp(`dates=${dates}`));
  await expect(page.getByText('Enter the amount to split.')).toBeVisible();
  await tick(page, first).check();
  await expect(send(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('textbox', { name: 'Split amount' }).fill('a lot');
  await expect(page.getByText('Not an amount in USD')).toBeVisible();
  await page.getByRole('textbox', { name: 'Split amount' }).fill('1234,56');
  await expect(rowOf(page, first)).toContainText((first.score * 100).toFixed(2));
  await expect(rowOf(page, first)).toContainText((first.amount ?? 0).toFixed(2));
  await page.getByRole('checkbox', { name: "Compare: split by each member's attendance" }).check();
  await expect(page.getByRole('columnheader', { name: 'Compare' })).toBeVisible();
  await expect(page.getByText('split by that member’s own attendances')).toBeVisible();
  await expect(rowOf(page, first)).toContainText((first.lens ?? 0).toFixed(2));

  await rowOf(page, first)
    .getByRole('button', { name: `Transactions: ${nameOf(first)}` })
    .click();
  const attended = page.getByRole('dialog', { name: `Instructor transactions: ${nameOf(first)}` });
  const count = first.live + first.recordings;
  await expect(attended.getByText(`${count} transactions`)).toBeVisible();
  await expect(attended.getByRole('columnheader')).toHaveText([
    'Created at',
    'Class name',
    'Student name',
    'Type',
  ]);
  await page.keyboard.press('Escape');
  await expect(attended).toHaveCount(0);

  await expect(tick(page, poor)).toHaveCount(0);
  const notify = rowOf(page, poor).getByRole('button', { name: `Notify: ${nameOf(poor)}` });
  await notify.click();
  await expect(page.getByRole('status').getByText('Notification send')).toBeVisible();
  await expect(rowOf(page, poor)).toContainText(/, notified \w+ \d+, \d{4}, /);
  // One at a time: the list is still being read after the first.
  await expect(async () => {
    if (!(await rowOf(page, poor).innerText()).includes('once in 24 hours')) await notify.click();
    expect(await rowOf(page, poor).innerText()).toContain('once in 24 hours');
  }).toPass();
  await expect(
    page.getByRole('alert').getByText('Notification error. Try again later').first(),
  ).toBeVisible();

  await tick(page, first).check();
  await tick(page, second).check();
  await expect(page.getByRole('status').filter({ hasText: /selected$/ })).toHaveText(
    '2 instructors selected',
  );
  const writes = writesOf(page);
  await send(page).click();
  const dialog = page.getByRole('dialog', { name: 'Send Payouts: 2 payees' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Send 2 payouts' })).toBeVisible();
  await expectAccessible(page, 'the preview');
  const tab = page.context().waitForEvent('page');
  await dialog.getByRole('button', { name: 'Send 2 payouts' }).dblclick();
  const download = await (await tab).waitForEvent('download');
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  await expect(page.getByRole('status').filter({ hasText: 'Payout created: 2 payouts' })).toBeVisible();
  expect(writes).toEqual([
    {
      path: 'membership-payout',
      body: {
        ids: [first.id, second.id].toSorted((a, b) => a - b),
        dates,
        currency: 'USD',
        split_amount: 1234.56,
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      key: expect.any(String),
    },
  ]);
  await expect(rowOf(page, first).getByRole('link', { name: 'Paid' })).toBeVisible();
  await expect(tick(page, first)).toHaveCount(0);
  await expect(page.getByText('Locked on')).toBeVisible();
  // From now on the amount is the pool's, whatever is typed.
  await page.getByRole('textbox', { name: 'Split amount' }).fill('1');
  await expect(page.getByText('the amount above is ignored')).toBeVisible();
  await expect(rowOf(page, second)).toContainText((second.amount ?? 0).toFixed(2));

  await page.route('**/api/wladmin/membership-payouts?*', async (route) => {
    const json = await (await route.fetch()).json();
    const { id, instructor_name } = first;
    await route.fulfill({
      json: { ...json, late: { count: 3, payees: [{ id, instructor_name, count: 2 }] } },
    });
  });
  await page.route('**/api/wladmin/membership-payout-transactions?*', async (route) => {
    const json = await (await route.fetch()).json();
    const [one, ...others] = json.transactions;
    await route.fulfill({ json: { ...json, transactions: [{ ...one, is_late: true }, ...others] } });
  });
  await page.reload();
  const late = page.getByRole('alert').filter({ hasText: '3 late attendances are not included' });
  await expect(late).toContainText('and others');
  await expectAccessible(page, 'what came late');
  await late.getByRole('button', { name: `${nameOf(first)}, 2` }).click();
  const theirs = page.getByRole('dialog', { name: `Instructor transactions: ${nameOf(first)}` });
  await expect(theirs.locator('tr[data-row]').first()).toContainText(
    'Reported after the amounts were locked',
  );
  await expect(theirs.getByText('Reported after the amounts were locked')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(late.getByRole('button')).toBeFocused();
});

test('by keyboard alone: one row previewed and paid', async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const dates = month(21);
  const { body } = await they('GET', `membership-payouts?dates=${dates}&split_amount=500`);
  const row = body.payouts.find(offersPay) as MembershipRow;
  await signIn(page, 'superadmin');
  await open(page, `/membership-payouts?dates=${dates}&split_amount=500`);
  const pay = rowOf(page, row).getByRole('button', { name: `Send Payout: ${nameOf(row)}` });
  await tick(page, row).focus();
  await tabTo(page, pay);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Send Payout: ${nameOf(row)}` });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('table', { name: 'Paid', exact: true })).toContainText(
    (row.amount ?? 0).toFixed(2),
  );
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Send 1 payout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Payout created: 1 payout' })).toBeVisible();
  await expect(rowOf(page, row).getByRole('link', { name: 'Paid' })).toBeVisible();
});

test('before the list has come, what stands above it has its place, and a dialog of the address waits for it', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const asked = `dates=${month(19)}&split_amount=500`;
  const { body } = await they('GET', `membership-payouts?${asked}`);
  const row = body.payouts.find(offersPay) as MembershipRow;
  await signIn(page, 'superadmin');
  const held = async (path: string) => {
    const come = Promise.withResolvers<void>();
    await page.unrouteAll();
    await page.route('**/wladmin/membership-payouts?*', (route) => come.promise.then(() => route.continue()));
    await page.goto(path);
    return come.resolve;
  };
  for (const width of [1440, 390])
    for (const days of ['', `?dates=${month(19)}`]) {
      await page.setViewportSize({ width, height: 900 });
      const come = await held(`/membership-payouts${days}`);
      const skeleton = await topOf(page.locator('table tbody[aria-hidden] tr'));
      come();
      expect(await topOf(page.locator('table tr[data-row]')), `at ${width} of ${days}`).toBe(skeleton);
    }

  // Nor does it move while its next page is on its way, below what has been paid of these days.
  await page.unrouteAll();
  await page.goto(`/membership-payouts?dates=${month(6)}`);
  const rows = page.locator('table tr[data-row]');
  const place = await topOf(rows);
  const next = Promise.withResolvers<void>();
  await page.route('**/wladmin/membership-payouts?*', (route) => next.promise.then(() => route.continue()));
  await page.getByRole('link', { name: 'Next page' }).first().click();
  await expect(page).toHaveURL(/page=2/);
  expect(await topOf(rows)).toBe(place);
  const answered = page.waitForResponse('**/wladmin/membership-payouts?*');
  next.resolve();
  await answered;

  const come = await held(`/membership-payouts?${asked}&pay=${row.id}`);
  await expect(page.getByRole('dialog')).toContainText('Loading…');
  come();
  const dialog = page.getByRole('dialog', { name: `Send Payout: ${nameOf(row)}` });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('table', { name: 'Paid', exact: true })).toContainText(
    (row.amount ?? 0).toFixed(2),
  );
});

for (const colorScheme of COLOR_SCHEMES_ALWAYS)
  test(`a program’s admin sees the own people, and pays nobody; nothing for axe to find, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'admin');
    await open(page, `/membership-payouts?dates=${month(3)}&lens=1`);
    await expect(page.getByText('GLOBAL SITE')).toHaveCount(0);
    await expect(page.getByText('Locked on')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Send Payout/ })).toHaveCount(0);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page, `at ${width}`);
      await expectToFit(page, `at ${width}`);
    }
    await page.goto('/membership-payouts?dates=1999-01-01,1999-01-31');
    await expect(page.getByText('No results').first()).toBeVisible();
    await expect(page.getByText('Enter the amount to split.')).toHaveCount(0);
  });
