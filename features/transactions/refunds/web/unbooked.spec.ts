import { expect, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../../test/e2e/accessible.ts';
import { signIn } from '../../../../test/e2e/session.ts';
import { holdToasts } from '../../../../test/e2e/waiting/toasts.ts';

const EVENT = {
  id: 7,
  event_id: 'evt_1Nowhere',
  type: 'refund.updated',
  object_id: 're_1Nowhere',
  provider_charge: 'ch_1Nowhere',
  reason: 'unknown_charge',
  amount: 25,
  currency: 'USD',
  happened_at: '2026-11-20T10:00:00.000Z',
  received_at: '2026-11-20T10:00:01.000Z',
  resolved_at: null as string | null,
  resolved_by: null as string | null,
  transactions: [] as object[],
};

test('an event that cannot be booked is shown with its amount, resolved by a press, and reopened by Undo', async ({
  page,
}) => {
  await holdToasts(page);
  await signIn(page, 'superadmin');
  await page.goto('/stripe-events');
  await expect(page.getByText('Every Stripe event was booked')).toBeVisible();
  // What a provider tells is signed with a secret that no browser has: its answers stand here as the server gives them.
  let event = { ...EVENT };
  await page.route('**/unbooked-events?*', (route) => route.fulfill({ json: { events: [event], count: 1 } }));
  await page.route('**/unbooked-event/7/resolve', (route) => {
    const { resolved } = route.request().postDataJSON() as { resolved: boolean };
    const who = { resolved_at: '2026-11-21T10:00:00.000Z', resolved_by: 'superadmin@example.com' };
    event = resolved ? { ...EVENT, ...who } : { ...EVENT };
    return route.fulfill({ json: { event } });
  });
  await page.reload();
  const row = page.locator('tr[data-row]');
  await expect(row).toContainText(/re_1Nowhere.*No transaction with this charge/);
  await expect(row).toContainText('25.00');
  await expectAccessible(page, 'events');
  await row.getByRole('button', { name: 'Mark as resolved: re_1Nowhere' }).click();
  await expect(row).toContainText('Resolved by superadmin@example.com');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByRole('button', { name: 'Mark as resolved: re_1Nowhere' })).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectToFit(page, `events at ${width}`);
  }
  // On a phone, where a row is a card, its verbs are in a menu.
  await page.getByRole('button', { name: 'More: re_1Nowhere' }).click();
  await page.getByRole('menuitem', { name: 'Mark as resolved' }).click();
  await expect(page.getByText('re_1Nowhere resolved')).toBeVisible();
});

test('a large amount and a long type are not broken, nor who resolved it beyond two lines', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'superadmin');
  const event = {
    ...EVENT,
    type: 'charge.refund.updated',
    object_id: `re_${'3QxyzABCDEFGHIJ'.repeat(4)}`,
    amount: 1234567.89,
    resolved_at: '2026-11-21T10:00:00.000Z',
    resolved_by: `${'an.admin.with.a.long.name'.repeat(4)}@example.com`,
  };
  await page.route('**/unbooked-events?*', (route) => route.fulfill({ json: { events: [event], count: 1 } }));
  await page.goto('/stripe-events');
  const row = page.locator('tr[data-row]');
  await expect(row).toContainText('USD 1,234,567.89');
  const linesOf = (text: string) =>
    row.getByText(text).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { height } = range.getBoundingClientRect();
      return (
        Math.min(height, element.clientHeight || height) / parseFloat(getComputedStyle(element).lineHeight)
      );
    });
  for (const text of ['USD 1,234,567.89', 'charge.refund.updated'])
    expect(await linesOf(text), text).toBeLessThan(1.5);
  expect(await linesOf(event.resolved_by)).toBeLessThan(2.5);
  await expectToFit(page, 'a long event');
});

test('of a payment that was booked twice the later transaction is reversed, after a look at both', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const sold = {
    name: 'Chess',
    student_name: 'Ada Byron',
    amount: 49.99,
    refundable: 49.99,
    currency: 'USD',
  };
  const transactions = [12, 13].map((id) => ({ ...sold, id, created_at: '2026-11-20T10:00:00.000Z' }));
  const twice = { type: 'invoice.paid', object_id: 'in_1Twice', provider_charge: 'pi_1Twice', amount: 49.99 };
  let event = { ...EVENT, ...twice, reason: 'booked_twice', transactions };
  let asked: unknown = null;
  await page.route('**/unbooked-events?*', (route) => route.fulfill({ json: { events: [event], count: 1 } }));
  await page.route('**/unbooked-event/7/reverse', (route) => {
    asked = route.request().postDataJSON();
    const who = { resolved_at: '2026-11-21T10:00:00.000Z', resolved_by: 'superadmin@example.com' };
    event = { ...event, ...who };
    return route.fulfill({ json: { event } });
  });
  await page.goto('/stripe-events');
  const row = page.locator('tr[data-row]');
  await expect(row).toContainText('One payment, two transactions');
  await expect(row.getByRole('link', { name: 'Transaction #12' })).toBeVisible();
  await row.getByRole('button', { name: 'Reverse: in_1Twice' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: /Transaction 13: USD 49.99, Chess/ })).toBeChecked();
  await expect(dialog).toContainText('No money is returned');
  await expectAccessible(page, 'the reversed transaction');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectToFit(page, `the dialog at ${width}`);
  }
  await dialog.getByRole('radio', { name: /Transaction 12/ }).check();
  await dialog.getByRole('button', { name: 'Reverse transaction 12' }).click();
  await expect(page.getByText('Transaction 12 reversed')).toBeVisible();
  expect(asked).toEqual({ charge_id: 12 });
  await expect(row).toContainText('Resolved by superadmin@example.com');
  await expect(row.getByRole('button', { name: /^Reverse:/ })).toHaveCount(0);
});
