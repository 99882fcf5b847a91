import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../../../test/e2e/accessible.ts';
import { tabTo } from '../../../../test/e2e/keyboard.ts';
import { signIn } from '../../../../test/e2e/session.ts';

/** A giveaway of the demo that has ended; its draw is played here, so that nothing is drawn. */
const GIVEAWAY = 4;
const WINNER = { id: 1, user: 'Ada Lovelace (#1, ada@example.org)', ticket: '0123456789AB' };

test.use({ viewport: { width: 390, height: 844 } });

test('a draw by keyboard on a narrow screen: the focus never falls out of the page', {
  tag: '@deep',
}, async ({ page }) => {
  await playDraw(page);
  await signIn(page, 'superadmin');
  await page.goto(`/events?name=%23${GIVEAWAY}&undrawn=1`);
  await page.getByRole('button', { name: /^More: / }).press('Enter');
  await page.getByRole('menuitem', { name: 'Draw winner' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Draw winner/ });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, dialog.getByRole('button', { name: 'Draw a winner' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Proposed winner, draw 1')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();

  // Back gives a proposal up no faster than Esc does.
  await page.goBack();
  const leave = page.getByRole('dialog', { name: 'Leave without confirming?' });
  await leave.getByRole('button', { name: 'Stay' }).press('Enter');
  await expect(leave).toHaveCount(0);
  await expect(dialog.getByText('Proposed winner, draw 1')).toBeVisible();
  await expectFocusWithin(page, '[role="dialog"]');

  await tabTo(page, dialog.getByRole('button', { name: 'Confirm…' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Confirm the winner' }));
  await page.keyboard.press('Enter');
  const result = page.getByRole('dialog', { name: /^Winner: / });
  await expect(result.getByRole('button', { name: 'Close', exact: true }).last()).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(result).toHaveCount(0);
  await expect(page.getByText('No results')).toBeVisible();
  await expectFocusWithin(page, 'main');
});

test('nothing of the draw is wider than a narrow screen', { tag: '@deep' }, async ({ page }) => {
  await playDraw(page, 'W'.repeat(120));
  await signIn(page, 'superadmin');
  await page.goto(`/events?name=%23${GIVEAWAY}&undrawn=1&draw=${GIVEAWAY}`);
  const dialog = page.getByRole('dialog', { name: /^Draw winner/ });
  await dialog.getByRole('button', { name: 'Draw a winner' }).click();
  await expect(dialog.getByText('Proposed winner, draw 1')).toBeVisible();
  expect(await widest(page)).toBeLessThanOrEqual(390);
  await dialog.getByRole('button', { name: 'Confirm…' }).click();
  await page.getByRole('button', { name: 'Confirm the winner' }).click();
  await expect(page.getByRole('dialog', { name: /^Winner: / })).toBeVisible();
  expect(await widest(page)).toBeLessThanOrEqual(390);
});

/** Answers the draw instead of the server, and lists the event until its winner is confirmed. */
async function playDraw(page: Page, user = WINNER.user): Promise<void> {
  let confirmed = false;
  await page.route(new RegExp(`/lilt-event/${GIVEAWAY}/draw(\\?.*)?$`), (route) =>
    route.fulfill({ json: { ...WINNER, user, attempt: 0, token: 'a-token', user_tickets: 1, tickets: 9 } }),
  );
  await page.route(`**/lilt-event/${GIVEAWAY}/draw-final`, (route) => {
    confirmed = true;
    const proof = `/storage/draws/${GIVEAWAY}.json`;
    return route.fulfill({ json: { user, ticket: WINNER.ticket, attempt: 0, proof } });
  });
  await page.route('**/lilt-events?*', (route) =>
    confirmed ? route.fulfill({ json: { events: [], count: 0 } }) : route.continue(),
  );
}

async function expectFocusWithin(page: Page, selector: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        (tx) => document.activeElement?.tagName !== 'H1' && document.activeElement?.closest(tx) !== null,
        selector,
      ),
    )
    .toBe(true);
}

const widest = (page: Page) =>
  page
    .getByRole('dialog')
    .last()
    .evaluate((dialog) =>
      Math.max(...[...dialog.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right)),
    );
