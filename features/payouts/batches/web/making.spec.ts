/** A batch that is being made, as it is told while it goes on, is cancelled and fails; what the server does is tested there. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../../test/e2e/accessible.ts';
import { tabTo } from '../../../../test/e2e/keyboard.ts';
import { signIn } from '../../../../test/e2e/session.ts';
import type { PayoutBatch } from '../contract.ts';

const BATCH: PayoutBatch = {
  id: 7,
  kind: 'sales',
  state: 'making',
  created_at: '2026-03-02T10:00:00.000Z',
  created_by: 'superadmin@example.com',
  own: 1,
  too_new: 0,
  decided_at: null,
  decided_by: null,
  file: null,
  payees: 1000,
  totals: [{ currency: 'USD', method: 'venmo', payees: 1000, amount: 5_400_000 }],
  paid: 0,
  returned: 0,
  making: { claimed: 0, lines: null, ending: null },
  failure: null,
  held: [],
};

/** Answers with this batch from now on, as the server would. */
async function batchesOf(page: Page) {
  let batch = BATCH;
  const answer = () => ({ json: { batches: [batch], count: 1 } });
  await page.route('**/api/wladmin/payout-batches?*', (route) => route.fulfill(answer()));
  await page.route('**/api/wladmin/payout-batch/7/payees?*', (route) =>
    route.fulfill({ json: { payees: [], count: 0, last_batch: null } }),
  );
  await page.route('**/api/wladmin/payout-batch/7/cancel', (route) => {
    change({
      making: { claimed: 200_000, lines: 600_000, ending: 'cancelled' },
      decided_by: 'superadmin@example.com',
    });
    change({ decided_at: '2026-03-02T10:01:00.000Z' });
    return route.fulfill({ json: { batch } });
  });
  const change = (changes: Partial<PayoutBatch>) => {
    batch = { ...batch, ...changes };
  };
  return change;
}

test('a batch goes on by itself, is cancelled by keyboard, and says so at its end', async ({ page }) => {
  await signIn(page, 'superadmin');
  const change = await batchesOf(page);
  await page.goto('/payouts/batches?open=7');
  const row = page.locator('tr[data-row="7"]');
  const bar = page.getByRole('progressbar', { name: 'Processing payouts' });
  await expect(row).toContainText('Processing');
  await expect(bar).toHaveAttribute('aria-valuetext', 'Checking amounts');
  change({ making: { claimed: 200_000, lines: 600_000, ending: null } });
  await expect(bar).toHaveAttribute('aria-valuenow', '33');
  await expect(row).toContainText('200,000 of 600,000 transactions');
  await expect(row.getByRole('link', { name: 'Download' })).toHaveCount(0);
  await expectAccessible(page, 'a batch that is being made');
  await expectToFit(page, 'a batch that is being made');
  const cancel = row.getByRole('button', { name: 'Cancel batch' });
  await tabTo(page, cancel);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel batch: #7' });
  await dialog.getByRole('button', { name: 'Cancel batch' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Cancelling batch #7' })).toBeVisible();
  await expect(bar).toHaveAttribute('aria-valuetext', '200,000 transactions to release');
  await expect(row.getByRole('button', { name: 'Cancel batch' })).toHaveCount(0);
  change({ state: 'cancelled', making: null });
  await expect(row).toContainText('Cancelled');
  await expect(bar).toHaveCount(0);
});

test('a batch that failed says why, on its page as well', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'superadmin');
  const change = await batchesOf(page);
  await page.goto('/payouts/batches/7');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('Payout batch #7');
  await expect(page.getByRole('progressbar', { name: 'Processing payouts' })).toBeVisible();
  const failure = 'Transaction 4711 changed after the preview. Nothing was sent';
  change({ state: 'failed', making: null, failure });
  await expect(page.getByRole('alert').filter({ hasText: 'This batch failed' })).toContainText(failure);
  await expect(page.getByText('Failed: nothing was paid.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View payouts' })).toHaveCount(0);
  await expectAccessible(page, 'a batch that failed');
});
