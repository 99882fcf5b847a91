import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../../../test/e2e/session.ts';

/** An event of the demo that is still to come. */
const SCHEDULED = 9;

/** A giveaway of the demo that has ended; nothing is drawn here. */
const GIVEAWAY = 4;
const PROPOSAL = {
  id: 1,
  user: 'Ada Lovelace (#1, ada@example.org)',
  ticket: '0123456789AB',
  token: 'a-token',
  user_tickets: 1,
  tickets: 9,
};

test('page 2 fails: the rows of page 1 stay, dimmed, below the error', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/events');
  await expect(page.getByRole('rowheader')).toHaveCount(50);
  const first = await page.getByRole('rowheader').first().innerText();
  let fails = true;
  await page.route(/lilt-events\?.*page=2/, (route) =>
    fails ? route.fulfill({ status: 500, json: { message: 'It is away', code: 'X' } }) : route.continue(),
  );
  await page.getByRole('link', { name: 'Page 2' }).first().click();
  const alert = page.getByRole('alert').filter({ hasText: 'It is away' });
  await expect(alert).toBeVisible();
  await expect(page.getByRole('rowheader').first()).toHaveText(first, { useInnerText: true });
  await expect(page.locator('[data-reloading]')).toHaveCSS('opacity', '0.5');
  fails = false;
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toHaveCount(0);
  await expect(page.locator('[data-reloading]')).toHaveCount(0);
  await expect(page.getByRole('rowheader').first()).not.toHaveText(first, { useInnerText: true });
});

test('a first load that fails has nothing below its error', { tag: '@deep' }, async ({ page }) => {
  await page.route('**/lilt-events*', (route) =>
    route.fulfill({ status: 500, json: { message: 'It is away', code: 'X' } }),
  );
  await signIn(page, 'superadmin');
  await page.goto('/events');
  await expect(page.getByRole('alert').filter({ hasText: 'It is away' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('tickets that cannot be counted are not said to be counted still', { tag: '@deep' }, async ({
  page,
}) => {
  await page.route(`**/lilt-event/${GIVEAWAY}/tickets`, (route) =>
    route.fulfill({ status: 500, json: { message: 'It is away', code: 'X' } }),
  );
  await signIn(page, 'superadmin');
  await page.goto(`/events?draw=${GIVEAWAY}`);
  const dialog = page.getByRole('dialog', { name: /^Draw winner: Forty thousand/ });
  await expect(dialog.getByRole('alert').filter({ hasText: 'It is away' })).toBeVisible();
  await expect(dialog.getByText('Counting')).toHaveCount(0);
});

test('a form keeps what was typed where the list behind it is loaded again without its row, or not at all', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'superadmin');
  await page.goto(`/events?name=%23${SCHEDULED}`);
  await page
    .locator(`tr[data-row="${SCHEDULED}"]`)
    .getByRole('button', { name: /^Edit: / })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Edit event/ });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Not sent yet');
  let answer: 'empty' | 'failed' = 'empty';
  await page.route('**/lilt-events*', (route) =>
    answer === 'empty'
      ? route.fulfill({ json: { events: [], count: 0 } })
      : route.fulfill({ status: 500, json: { message: 'It is away', code: 'X' } }),
  );
  for (answer of ['empty', 'failed'] as const) {
    const asked = page.waitForResponse('**/lilt-events*');
    await reconnect(page);
    await asked;
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Not sent yet');
  }
});

/** What is older than ten seconds is loaded again when the connection comes back. */
async function reconnect(page: Page): Promise<void> {
  await page.clock.fastForward(10_500);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
}

test('a proposal is not given up by a click, and a reason not by a draw that fails', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'superadmin');
  let draws = 0;
  await page.route(`**/lilt-event/${GIVEAWAY}/draws`, (route) =>
    draws++ === 0
      ? route.continue()
      : route.fulfill({ status: 500, json: { message: 'It is away', code: 'X' } }),
  );
  let proposes = true;
  await page.route(new RegExp(`/lilt-event/${GIVEAWAY}/draw(\\?.*)?$`), (route) =>
    route.fulfill(
      proposes
        ? { json: { ...PROPOSAL, attempt: 0 } }
        : { status: 500, json: { message: 'It is away', code: 'X' } },
    ),
  );
  await page.goto(`/events?draw=${GIVEAWAY}`);
  const dialog = page.getByRole('dialog', { name: /^Draw winner/ });
  await dialog.getByRole('button', { name: 'Draw a winner' }).click();
  await expect(dialog.getByText('Proposed winner, draw 1')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Draw a winner' })).toHaveCount(0);
  proposes = false;
  await dialog.getByRole('button', { name: 'Redraw…' }).click();
  const reason = dialog.getByRole('textbox', { name: 'Why another winner?' });
  await reason.fill('The winner is on the staff');
  await dialog.getByRole('button', { name: 'Redraw', exact: true }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Not drawn' })).toBeVisible();
  await expect(reason).toHaveValue('The winner is on the staff');
});
