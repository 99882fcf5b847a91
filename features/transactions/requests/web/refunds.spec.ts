/** Refunds confirmation: the demo's requests are decided here and nowhere else. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../../test/e2e/accessible.ts';
import { apiAs } from '../../../../test/e2e/api.ts';
import { tabTo } from '../../../../test/e2e/keyboard.ts';
import { requestRefund } from '../../../../test/e2e/refund-requests.ts';
import { type DemoRole, signIn, signInAs } from '../../../../test/e2e/session.ts';
import { holdReads } from '../../../../test/e2e/waiting/held-reads.ts';
import { writesOf } from '../../../../test/e2e/writes.ts';
import type { RefundRequest } from '../contract.ts';

/** As the row and the dialog say it; the server's refusal is the specification's. */
const TOO_NEW =
  'Needs another approver: your account was created or changed in the last 7 days, or you created or changed the account that requested this';
const OTHER = 'head.office' as DemoRole;

let baseURL: string | undefined;
test.beforeEach(({ baseURL: address }) => {
  baseURL = address;
});

test('by mouse and by keyboard: approved once, rejected; what stands against it is said', async ({
  page,
}) => {
  const [first, second, third] = await waiting(
    ({ type, amount, refund_available }) => type !== 'admin' && amount <= refund_available,
  );
  await open(page, '/refunds?status=waiting');
  const writes = writesOf(page);
  // What was decided stays in the list until it is read again.
  const letRead = await holdReads(page, '**/api/wladmin/refunds?*');
  await rowOf(page, first)
    .getByRole('button', { name: /^Approve: / })
    .click();
  const confirm = page.getByRole('dialog', { name: 'Confirm refund?' });
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const shares = confirm.getByRole('region', { name: 'Deducted from' });
  await expect(shares.getByRole('definition').first()).toContainText(first.currency);
  await confirm.getByRole('button', { name: /^Refund [A-Z]{3}/ }).dblclick();
  await expect(page.getByRole('status').getByText('Refunded. Wait for data update')).toBeVisible();
  await expect(confirm).toHaveCount(0);
  expect(writes.map(({ path }) => path)).toEqual([`refund/${first.id}/refund`]);
  await expect(rowOf(page, first)).toContainText('Approved, processing');
  await expect(rowOf(page, first).getByRole('button', { name: /^(Approve|Reject): / })).toHaveCount(0);

  const reject = rowOf(page, second).getByRole('button', { name: /^Reject: / });
  await reject.focus();
  await page.keyboard.press('Enter');
  const rejecting = page.getByRole('dialog', { name: 'Reject refund?' });
  await expect(rejecting.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(reject).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, rejecting.getByRole('button', { name: 'Reject', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText('Rejected. Wait for data update')).toBeVisible();
  await expect(rowOf(page, second).getByRole('button', { name: /^Details: / })).toBeFocused();
  // Both leave the list of what waits when it is read again, after five seconds.
  letRead();
  await expect(rowOf(page, first)).toHaveCount(0);
  await expect(rowOf(page, second)).toHaveCount(0);
  await expect(page.locator('tr[data-row]:is(:focus, :has(:focus))')).toHaveCount(1);

  const they = await apiAs(baseURL, OTHER);
  await rowOf(page, third)
    .getByRole('button', { name: /^Approve: / })
    .click();
  await they('POST', `refund/${third.id}/reject`);
  await confirm.getByRole('button', { name: /^Refund [A-Z]{3}/ }).click();
  await expect(confirm.getByRole('alert').filter({ hasText: 'already' })).toHaveText(
    'head.office@example.com has already rejected this',
  );
  await expect(page.getByRole('alert').getByText('Refund error. Try again later')).toBeVisible();
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await page.goto(`/refunds?open=${third.id}`);
  await expect(page.getByRole('dialog')).toContainText('Rejected by head.office@example.com');
  await page.goto(`/refunds?reject=${third.id}`);
  await expect(page.getByRole('dialog')).toContainText(
    'head.office@example.com already rejected this request.',
  );
});

test('the queue: it opens on what waits, A and R decide, J and K go on within the dialog, and one toast counts', async ({
  page,
}) => {
  const ids: number[] = [];
  for (let n = 0; n < 3; n++) ids.push(await asked(5 + n));
  const [third, second, first] = ids as [number, number, number];
  await signIn(page, 'superadmin');
  await page.goto('/refunds');
  const tab = page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: /^Needs approval/ });
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await expect(tab).toHaveText(/Needs approval\s*\d+/);
  await expect(page.locator(`tr[data-row="${first}"]`)).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.locator(`tr[data-row="${first}"]`)).toBeFocused();
  await page.keyboard.press('a');
  const confirm = page.getByRole('dialog', { name: 'Confirm refund?' });
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(confirm).toContainText('USD 7.00');
  await page.keyboard.press('j');
  await expect(confirm).toContainText('USD 6.00');
  await page.keyboard.press('k');
  await expect(confirm).toContainText('USD 7.00');
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Refund and next' }).click();
  await expect(confirm).toContainText('USD 6.00');
  await confirm.getByRole('button', { name: 'Refund and next' }).click();
  await expect(confirm).toContainText('USD 5.00');
  await expect(page.getByText(/^2 refunded\. Wait for data update/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator(`tr[data-row="${third}"]`)).toBeFocused();
  await page.keyboard.press('r');
  const rejecting = page.getByRole('dialog', { name: 'Reject refund?' });
  await rejecting.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(rejecting).toHaveCount(0);
  const they = await apiAs(baseURL, 'superadmin');
  const statuses = [];
  for (const id of [first, second, third])
    statuses.push((await they('GET', `refund/${id}`)).body.refund.status);
  expect(statuses.map((status) => status !== 'rejected')).toEqual([true, true, false]);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Approve')).toBeVisible();
});

test('a request is decided in its details, by A or R, and the next one shown', { tag: '@deep' }, async ({
  page,
}) => {
  const [third, second, first] = [await asked(15), await asked(16), await asked(17)];
  await signIn(page, 'superadmin');
  await page.goto(`/refunds?open=${first}`);
  const details = page.getByRole('dialog', { name: `Refund request #${first}` });
  await expect(details.getByRole('button', { name: 'Approve…' })).toBeVisible();
  await page.keyboard.press('a');
  const confirm = page.getByRole('dialog', { name: 'Confirm refund?' });
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(details).toBeVisible();
  await page.keyboard.press('a');
  await confirm.getByRole('button', { name: 'Refund and next' }).click();
  const next = page.getByRole('dialog', { name: `Refund request #${second}` });
  await expect(next.locator('[data-autofocus]')).toBeFocused();
  await page.keyboard.press('r');
  const rejecting = page.getByRole('dialog', { name: 'Reject refund?' });
  await rejecting.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const they = await apiAs(baseURL, 'superadmin');
  const statuses = [];
  for (const id of [first, second, third])
    statuses.push((await they('GET', `refund/${id}`)).body.refund.status);
  expect([statuses[0] === null, statuses[1], statuses[2]]).toEqual([false, 'rejected', null]);
});

test('ticked requests are approved as shown, and what has changed since is named', async ({ page }) => {
  const ids = [await asked(11), await asked(12), await asked(13)];
  await signIn(page, 'superadmin');
  await page.goto('/refunds');
  for (const id of ids)
    await page
      .locator(`tr[data-row="${id}"]`)
      .getByRole('checkbox', { name: /^Select / })
      .check();
  await page.getByRole('button', { name: 'Approve 3 (USD 36.00)' }).click();
  const preview = page.getByRole('dialog', { name: 'Approve 3 refunds' });
  await expect(preview.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(preview.getByRole('table', { name: 'Goes back' })).toContainText('By hand');
  await expect(preview.getByRole('table', { name: 'Deducted from' })).toContainText('USD');
  await expectAccessible(page);
  const they = await apiAs(baseURL, OTHER);
  await they('POST', `refund/${ids[1]}/reject`);
  await preview.getByRole('button', { name: 'Refund 3 (USD 36.00)' }).click();
  await expect(preview.getByRole('alert')).toHaveText(
    `Request #${ids[1]}: head.office@example.com has already rejected this. Nothing was approved.`,
  );
  await preview.getByRole('button', { name: 'Refund 2 (USD 24.00)' }).click();
  await expect(preview).toHaveCount(0);
  await expect(page.getByText(/^2 refunded\. Wait for data update/)).toBeVisible();
  await expect(page.locator(`tr[data-row="${ids[0]}"]`)).toContainText('Approved, processing');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/refunds?status=all');
  await page.locator('tr[data-row]').first().waitFor();
  await expectToFit(page);
});

test('by keyboard: J and X tick, R rejects what is ticked as shown; what can only be rejected is no part of an approval', async ({
  page,
}) => {
  const ids = [await asked(21), await asked(22), await asked(23)];
  const [over] = await waiting((request) => !request.own && request.amount > request.refund_available);
  await signIn(page, 'superadmin');
  await page.goto('/refunds');
  await page.locator(`tr[data-row="${ids[2]}"]`).waitFor();
  for (const id of ids.toReversed()) {
    await page.keyboard.press('j');
    await expect(page.locator(`tr[data-row="${id}"]`)).toBeFocused();
    await page.keyboard.press('x');
  }
  await expect(page.getByRole('button', { name: 'Approve 3 (USD 66.00)' })).toBeVisible();
  await rowOf(page, over)
    .getByRole('checkbox', { name: /^Select / })
    .check();
  await expect(page.getByRole('button', { name: 'Approve 3 (USD 66.00)' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Reject 4 \(/ })).toBeVisible();
  await rowOf(page, over)
    .getByRole('checkbox', { name: /^Select / })
    .uncheck();
  await page.locator(`tr[data-row="${ids[0]}"]`).focus();
  await page.keyboard.press('r');
  const preview = page.getByRole('dialog', { name: 'Reject 3 refund requests' });
  await expect(preview.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(preview.getByRole('table', { name: 'Not refunded' })).toContainText('student');
  await expectAccessible(page);
  const they = await apiAs(baseURL, OTHER);
  await they('POST', `refund/${ids[1]}/reject`);
  await tabTo(page, preview.getByRole('button', { name: 'Reject 3 (USD 66.00)' }));
  await page.keyboard.press('Enter');
  await expect(preview.getByRole('alert')).toHaveText(
    `Request #${ids[1]}: head.office@example.com has already rejected this. Nothing was rejected.`,
  );
  await expect(preview.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const writes = writesOf(page);
  const confirm = preview.getByRole('button', { name: 'Reject 2 (USD 44.00)' });
  await tabTo(page, confirm);
  await page.keyboard.press('Enter');
  await expect(preview).toHaveCount(0);
  expect(writes.map(({ path }) => path)).toEqual(['refunds/reject']);
  await expect(page.getByText('2 rejected. Wait for data update')).toBeVisible();
  await expect(page.locator(`tr[data-row="${ids[0]}"]`)).toContainText('Rejected, processing');
});

test('one’s own waits for somebody else, and more than is left can only be rejected', async ({ page }) => {
  const [own] = await waiting((request) => request.own === 1);
  const [over] = await waiting((request) => !request.own && request.amount > request.refund_available);
  await open(page, '/refunds?status=waiting');
  await expect(rowOf(page, own)).toContainText('Needs another approver (you created it)');
  await expect(rowOf(page, own).getByRole('button', { name: /^(Approve|Reject): / })).toHaveCount(0);
  await expect(rowOf(page, over)).toContainText('left to refund');
  await expect(rowOf(page, over).getByRole('button', { name: /^Approve: / })).toHaveCount(0);
  await expect(rowOf(page, over).getByRole('button', { name: /^Reject: / })).toBeVisible();
  const named = over.class_name ?? '';
  expect(over.description).toBe(named);
  await page.setViewportSize({ width: 2400, height: 900 });
  // The description too, also where it says what the class is called.
  await expect(rowOf(page, over).getByText(named, { exact: true })).toHaveCount(2);
  await page.setViewportSize({ width: 1440, height: 900 });
  const address = rowOf(page, own).getByText('superadmin@example.com');
  expect(await linesOf(address)).toEqual(['superadmin', '@example.com']);
  await page.goto(`/refunds?approve=${over.id}`);
  await expect(page.getByRole('dialog')).toContainText('this can only be rejected.');
  await page.goto(`/refunds?approve=${own.id}`);
  await expect(page.getByRole('dialog')).toContainText('Needs another approver (you created it).');
});

test('to an account that is too new an approval is not offered, and it says why', { tag: '@deep' }, async ({
  page,
}) => {
  const [asked] = await waiting((request) => request.own === 1);
  const email = `new-${Date.now()}@example.com`;
  const password = 'new-in-the-house-1';
  const superadmin = await apiAs(baseURL, 'superadmin');
  const user_data = { email, password, permissions: ['superadmin'], program_id: 0 };
  await superadmin('POST', 'user', { user_data });
  await signInAs(page, email, password);
  await page.goto('/refunds?status=waiting');
  await expect(rowOf(page, asked)).toContainText(TOO_NEW);
  await expect(rowOf(page, asked).getByRole('button', { name: /^Approve: / })).toHaveCount(0);
  await expect(rowOf(page, asked).getByRole('button', { name: /^Reject: / })).toBeVisible();
  await page.goto(`/refunds?approve=${asked.id}`);
  await expect(page.getByRole('dialog')).toContainText(`${TOO_NEW}.`);
});

test('sorted and filtered in the address; a program’s staff see their own; nothing and an error are said', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/refunds?status=refunded&sort_by=amount&sort_dest=desc');
  await page.locator('tr[data-row]').first().waitFor();
  const they = await apiAs(baseURL, 'admin');
  const { body } = await they('GET', 'refunds?status=refunded');
  await expect(page.getByText(`${body.count} refund requests`).first()).toBeVisible();
  expect(body.refunds.every(({ program_id }: RefundRequest) => program_id === 2)).toBe(true);
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('columnheader', { name: 'Program' })).toHaveCount(0);
  let answer: object = { status: 500, json: { message: 'Away', code: 'X' } };
  await page.route('**/api/wladmin/refunds?*', (route) => route.fulfill(answer));
  await page.goto('/refunds?status=all');
  await expect(page.getByRole('alert').getByText('Away')).toBeVisible();
  answer = { json: { refunds: [], count: 0 } };
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('link', { name: /^Needs approval/ }).click();
  await expect(page.getByText('No refund requests need approval')).toBeVisible();
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`nothing for axe to find, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const [one] = await waiting(({ own, amount, refund_available }) => !own && amount <= refund_available);
    await open(page, '/refunds?status=failed');
    await expectAccessible(page);
    await page.goto(`/refunds?status=failed&approve=${one.id}`);
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/refunds?status=failed');
    await expectAccessible(page);
  });
}

test('where a request came from stands in the list and its details, and filters', { tag: '@deep' }, async ({
  page,
}) => {
  await open(page, '/refunds?status=all');
  await page.getByRole('combobox', { name: 'Came from' }).click();
  await page.getByRole('option', { name: 'By hand' }).click();
  await expect(page).toHaveURL(/source=hand/);
  await expect(page.getByRole('cell', { name: 'Admin', exact: true }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Student', exact: true })).toHaveCount(0);
  // In the field a letter is a letter.
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('By hand', { exact: true })).toBeVisible();
});

/** A request for so many USD, of a sale of its own; answers its id. */
async function asked(amount: number): Promise<number> {
  return (await requestRefund(baseURL, amount)).id;
}

/** The text as it stands in lines. */
function linesOf(text: Locator): Promise<string[]> {
  return text.evaluate((element) => {
    const lines: string[] = [];
    let top = Number.NaN;
    for (const node of element.childNodes)
      for (const [at, letter] of Array.from(node.textContent ?? '').entries()) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const line = Math.round(range.getBoundingClientRect().top);
        if (line === top) lines.push(`${lines.pop()}${letter}`);
        else lines.push(letter);
        top = line;
      }
    return lines;
  });
}

/** Requests of the demo that wait, oldest first, as the superadmin sees them. */
async function waiting(
  which: (request: RefundRequest) => boolean,
): Promise<[RefundRequest, RefundRequest, RefundRequest]> {
  const they = await apiAs(baseURL, 'superadmin');
  const { body } = await they('GET', 'refunds?status=waiting&sort_by=id');
  return body.refunds.filter(which);
}

async function open(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank') await signIn(page, 'superadmin');
  await page.goto(address);
  await page.locator('tr[data-row]').first().waitFor();
}

function rowOf(page: Page, { id }: RefundRequest) {
  return page
    .locator('tr[data-row]')
    .filter({ has: page.getByRole('button', { name: new RegExp(`: #${id} `) }) });
}
