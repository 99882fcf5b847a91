/** The line above every screen while the primary is away (decision 226); which answers come from where is the server's to test. */
import { expect, type Route, test } from '@playwright/test';
import { READS_REPLICA } from '../../../core/route.ts';
import { expectAccessible } from '../accessible.ts';
import { signIn } from '../session.ts';

/** All of them: one answer without the header says that the primary is back. */
const READS = '**/api/wladmin/**';

/** The answer of the server, with the header of a replica. */
async function fromReplica(route: Route): Promise<void> {
  if (route.request().method() !== 'GET') return route.fallback();
  const [name, value] = READS_REPLICA;
  const response = await route.fetch();
  await route.fulfill({ response, headers: { ...response.headers(), [name]: value } });
}

test('pages that come from the replica stand under a line that says so, until the primary answers', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.route(READS, fromReplica);
  await page.route('**/readyz', (route) => route.fulfill({ json: { status: 'ready', reads: 'replica' } }));
  await page.goto('/coupons');
  const line = page.getByRole('status').filter({ hasText: 'Read-only for now' });
  await expect(line).toContainText("changes can't be saved");
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await expectAccessible(page);
  await page.unroute(READS);
  await page.unroute('**/readyz');
  await expect(line).toBeHidden();
});
