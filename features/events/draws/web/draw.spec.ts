import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../../../test/e2e/accessible.ts';
import { tabTo } from '../../../../test/e2e/keyboard.ts';
import { moreOf } from '../../../../test/e2e/row-action.ts';
import { signIn } from '../../../../test/e2e/session.ts';
import { NO_TICKETS } from '../../rules.ts';

/** Giveaways of the demo: ended, with these numbers of tickets. */
const NONE = 1;
const ONE = 2;
const SEVEN = 3;
const DRAWN = 5;
const HALF = 6;
/** On sale for two weeks more. */
const ON_SALE = 15;

test('by mouse: a winner, a redraw with a reason, the confirmation, and the proof that holds', async ({
  page,
  baseURL,
}) => {
  await openDraw(page, SEVEN);
  const dialog = page.getByRole('dialog', { name: /^Draw winner: Seven tickets/ });
  await expect(dialog.getByText(/^7 tickets, held by (\d users|1 user)$/)).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'How to check this draw' })).toHaveAttribute(
    'href',
    `/draws/${SEVEN}`,
  );
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Confirm…' })).toHaveCount(0);
  const attempts = dialog.getByRole('region', { name: 'Previous draws' }).getByRole('listitem');
  await dialog.getByRole('button', { name: 'Draw a winner' }).dblclick();
  await expect(dialog.getByText(/Holds \d of 7 tickets: a chance of 1 in/)).toBeVisible();
  await expect(attempts).toHaveCount(1);

  await dialog.getByRole('button', { name: 'Redraw…' }).click();
  const reason = dialog.getByRole('textbox', { name: 'Why another winner?' });
  await expect(reason).toBeFocused();
  await reason.fill('The winner is on the staff');
  await dialog.getByRole('button', { name: 'Redraw', exact: true }).click();
  await expect(dialog.getByText('Proposed winner, draw 2')).toBeVisible();
  await expect(attempts).toHaveCount(2);
  // The reason of a redraw stands under the attempt that it set aside.
  await expect(attempts.nth(0)).toContainText('Rejected: The winner is on the staff');
  await expect(attempts.nth(1)).not.toContainText('The winner is on the staff');
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  const leave = page.getByRole('dialog', { name: 'Leave without confirming?' });
  await leave.getByRole('button', { name: 'Stay' }).click();

  await dialog.getByRole('button', { name: 'Confirm…' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm the winner?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(question).toContainText(/\(#\d+, .+@.+\) wins Seven tickets: a day in the studio/);
  await question.getByRole('button', { name: 'Confirm the winner' }).dblclick();
  await expect(page.getByRole('status').getByText('Success!', { exact: true })).toHaveCount(1);

  const result = page.getByRole('dialog', { name: /^Winner: Seven tickets/ });
  const proof = result.getByRole('link', { name: 'proof of the draw' });
  await expect(proof).toHaveAttribute('href', `/storage/draws/${SEVEN}.json`);
  const url = `${baseURL}/storage/draws/${SEVEN}.json`;
  const shown = await (await page.request.get(`/api/draws/${SEVEN}`)).json();
  const command = ['cli/verify-draw.mjs', url, '--commitment', shown.commitment];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  expect(stdout).toContain('The draw holds');
  expect(stdout).not.toContain('note  not checked here that C');
  await expect(result.getByRole('region', { name: 'Draws' }).getByRole('listitem').nth(1)).toContainText(
    'Confirmed',
  );
  await result.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(result).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Draw winner: Seven tickets/ })).toHaveCount(0);
});

test('by keyboard: drawn, confirmed, and the focus is where it is looked for', async ({ page }) => {
  await openDraw(page, ONE);
  const dialog = page.getByRole('dialog', { name: /^Draw winner: One ticket/ });
  await expect(dialog.getByRole('button', { name: 'Draw a winner' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Holds 1 of 1 tickets: all tickets.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, dialog.getByRole('button', { name: 'Confirm…' }));
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Confirm the winner?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Confirm…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const result = page.getByRole('dialog', { name: /^Winner: One ticket/ });
  await expect(result.getByRole('button', { name: 'Close', exact: true }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(result).toHaveCount(0);
  await expect(page).toHaveURL(/\/events\?name=%232&undrawn=1$/);
});

test('without tickets there is nothing to draw, and it says so', { tag: '@deep' }, async ({ page }) => {
  await openDraw(page, NONE);
  const dialog = page.getByRole('dialog', { name: /^Draw winner: Nobody came/ });
  await expect(dialog.getByRole('alert')).toHaveText(NO_TICKETS);
  await expect(dialog.getByRole('button', { name: 'Draw a winner' })).toHaveCount(0);
  await expectAccessible(page);
});

test('nobody but a superadmin is offered the draw, and nobody a second one', async ({
  page,
  browser,
  baseURL,
}) => {
  const theirs = await browser.newPage({ baseURL });
  await signIn(theirs, 'programadmin');
  await theirs.goto(`/events?draw=${HALF}`);
  await expect(theirs.getByRole('rowheader').first()).toBeVisible();
  await expect(theirs.getByRole('button', { name: /^Edit: / }).first()).toBeVisible();
  const refused = theirs.getByRole('dialog', { name: 'No permission' });
  await expect(refused).toContainText("doesn't have the required permission");
  await theirs.keyboard.press('Escape');
  await expect(theirs.getByRole('dialog')).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: /^Draw winner/ })).toHaveCount(0);
  await moreOf(theirs).first().click();
  await expect(theirs.getByRole('menuitem', { name: 'Translations' })).toBeVisible();
  for (const name of ['Draw winner', 'Assign programs', 'Assign categories'])
    await expect(theirs.getByRole('menuitem', { name })).toHaveCount(0);
  await theirs.close();

  await signIn(page, 'superadmin');
  await page.goto(`/events?draw=${DRAWN}`);
  await expect(page.getByRole('dialog', { name: /^Winner: Drawn/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Draw winner: Drawn/ })).toHaveCount(0);
});

test('the result of a drawn event: winner, attempts, how to check; by its address too, and what fails is tried again', {
  tag: '@deep',
}, async ({ page }) => {
  let fails = true;
  await page.route(`**/lilt-event/${DRAWN}/draws`, (route) =>
    fails ? route.fulfill({ status: 500, json: { message: 'Away', code: 'X' } }) : route.continue(),
  );
  await signIn(page, 'superadmin');
  await page.goto(`/events?name=%23${DRAWN}`);
  const opener = moreOf(page.locator(`tr[data-row="${DRAWN}"]`));
  await opener.press('Enter');
  await page.getByRole('menuitem', { name: 'Result of the draw' }).press('Enter');
  const result = page.getByRole('dialog', { name: /^Winner: Drawn/ });
  const retry = result.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await expect(result.getByText(/^Winner of Drawn/)).toHaveCount(0);
  fails = false;
  await retry.click();
  await expect(result.getByText(/^Winner of Drawn/)).toBeVisible();
  const attempts = result.getByRole('region', { name: 'Draws' }).getByRole('listitem');
  await expect(attempts).toHaveCount(2);
  await expect(attempts.first()).toContainText('Rejected');
  await expect(attempts.last()).toContainText('Confirmed');
  await expect(result.getByRole('link', { name: 'proof of the draw' })).toHaveAttribute(
    'href',
    `/storage/draws/${DRAWN}.json`,
  );
  await expect(result.getByRole('link', { name: 'How to check this draw' })).toHaveAttribute(
    'href',
    `/draws/${DRAWN}`,
  );
  await expectAccessible(page);
  await expect(result.getByRole('button', { name: 'Close', exact: true }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(result).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.goForward();
  await expect(result).toBeVisible();
  await page.goBack();
  await expect(result).toHaveCount(0);
  await page.goto(`/events?page=2&draw=${DRAWN}`);
  await expect(result).toBeVisible();
});

test('a giveaway on sale is ended early, by keyboard, with a reason, and drawn at once', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto(`/events?name=%23${ON_SALE}`);
  const row = page.locator(`tr[data-row="${ON_SALE}"]`);
  await row.getByRole('button', { name: /^More: / }).press('Enter');
  await page.getByRole('menuitem', { name: 'End and draw…' }).press('Enter');
  const question = page.getByRole('dialog', { name: /^End this giveaway now/ });
  await expect(question.getByText(/^5 of 1,000 tickets sold\. The giveaway would end /)).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  // Somebody in a hurry: nothing ends without a reason, and Enter in the reason is a line of it.
  await question.getByRole('button', { name: 'End and draw' }).press('Enter');
  await expect(question.getByText('Enter a reason')).toBeVisible();
  const reason = question.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toBeFocused();
  await page.keyboard.type('The prize leaves on Friday');
  await page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  await tabTo(page, question.getByRole('button', { name: 'End and draw' }));
  await page.keyboard.press('Enter');
  const draw = page.getByRole('dialog', { name: /^Draw winner: / });
  await expect(draw.getByText(/^Ended early, .+: The prize leaves on Friday/)).toBeVisible();
  await expect(draw.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(draw).toHaveCount(0);
  await expect(row.getByText('Ended', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: /^Draw winner: / })).toBeVisible();
  await row.getByRole('button', { name: /^More: / }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Translations' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'End and draw…' })).toHaveCount(0);
});

async function openDraw(page: Page, id: number): Promise<void> {
  await signIn(page, 'superadmin');
  // Few rows: axe takes its time for fifty.
  await page.goto(`/events?name=%23${id}&undrawn=1`);
  await page
    .locator(`tr[data-row="${id}"]`)
    .getByRole('button', { name: /^Draw winner: / })
    .click();
  await expect(page).toHaveURL(new RegExp(`draw=${id}$`));
}
