/** Coins, payment settings and logging in as a user, from end to end. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { DEMO_PASSWORD, signIn } from '../../../test/e2e/session.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

/** Somebody of the program of the demo's own staff, whom no other test saves. */
async function makeUser(call: ApiCall, first_name: string, values: object = {}): Promise<number> {
  const email = `${crypto.randomUUID()}@example.org`;
  const data = { email, password: 'secret', site_program: 2, first_name, last_name: 'Ward', ...values };
  const { body } = await call('POST', 'site-user', { user_data: data });
  return body.user.id;
}

const actionOf = async (page: Page, label: string, name: string) => {
  const button = page.getByRole('button', { name: `${label}: ${name}` });
  if (!(await button.isVisible())) {
    await page.getByRole('button', { name: `More: ${name}` }).click();
    await page.getByRole('menuitem', { name: label }).click();
  } else await button.click();
};

test('coins: a wrong amount is not sent, a double click gives once, the entries say so', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const id = await makeUser(they, 'Coin');
  await signIn(page, 'programadmin');
  await page.goto(`/users?name=%23${id}`);
  await page.locator('tr[data-row]').first().waitFor();
  const writes = writesOf(page);
  await actionOf(page, 'Add LiL-T coins', 'Coin Ward');
  const dialog = page.getByRole('dialog', { name: 'Add LiL-T coins: Coin Ward' });
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  const add = dialog.getByRole('button', { name: 'Add LiL-T coins' });
  await expect(amount).toBeFocused();
  await amount.fill('0');
  await amount.press('Control+Enter');
  await expect(dialog.getByText('Must be above 0')).toBeVisible();
  await amount.fill('');
  await amount.pressSequentially('1.000');
  await expect(dialog.getByText('Enter a number without thousands separators')).toBeVisible();
  await amount.press('Control+Enter');
  await expect(amount).toBeFocused();
  expect(writes).toEqual([]);
  await amount.fill('');
  await amount.pressSequentially('1,000.25');
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await reason.fill('For a talk');
  // By plain Enter nothing is sent: either field may be half typed.
  for (const field of [amount, reason]) await field.press('Enter');
  await expectAccessible(page);
  expect(writes).toEqual([]);
  await add.dblclick();
  await expect(page.getByRole('status').getByText('Coin Ward has 1,000.25 LiL-T now')).toBeVisible();
  expect(writes).toHaveLength(1);

  await actionOf(page, 'LiL-T entries', 'Coin Ward');
  const entries = page.getByRole('tabpanel', { name: 'LiL-T entries' });
  await expect(entries).toContainText('Balance 1,000.25 · Lifetime 1,000.25 · Level 2');
  await expect(entries.locator('tr[data-row]')).toContainText(['For a talk']);
  await expectAccessible(page);
  await page.goto('/users?entries=1');
  await page.waitForURL(/\/users\/1\?section=entries$/);
  await entries.locator('tr[data-row]').first().waitFor();
  await page.goto('/users?lilt=4');
  await expect(page.getByText('This user has been deleted.')).toBeVisible();
});

test('a deleted payee: payouts are allowed with a reason, and stopped again', async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const id = await makeUser(they, 'Gone', { user_type: 'I', del_status: 1 });
  await signIn(page, 'superadmin');
  await page.goto(`/users?edit=${id}`);
  const user = page.getByRole('dialog', { name: 'Edit user: Gone Ward' });
  await user.getByRole('tab', { name: 'Money' }).click();
  await expect(user.getByText('This user is deleted, so payouts are stopped.')).toBeVisible();
  await user.getByRole('button', { name: 'Allow payouts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Allow payouts: Gone Ward' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Allow payouts' }).click();
  await expect(dialog.getByText('Enter a reason')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The heirs asked');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Allow payouts' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(user.getByText(/superadmin@example\.com allowed payouts .*: The heirs asked/)).toBeVisible();
  await expectAccessible(page);
  await user.getByRole('button', { name: 'Stop payouts' }).click();
  await expect(user.getByRole('button', { name: 'Allow payouts' })).toBeVisible();
});

test('changed payout details are approved by a superadmin who did not change them', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const id = await makeUser(they, 'Approved', { user_type: 'I' });
  // As with the setting on, which would stop the payees of other tests.
  const changed = { up_to: 7, at: '2026-01-02T03:04:05.000Z', by: 'ann@example.com', too_new: 0 };
  let waits: object | null = { ...changed, own: 1 };
  const sent: unknown[] = [];
  await page.route('**/payment-settings/approval**', (route) => {
    if (route.request().method() === 'POST') {
      sent.push(route.request().postDataJSON());
      waits = null;
    }
    return route.fulfill({ json: { waits } });
  });
  await signIn(page, 'superadmin');
  const money = async () => {
    await page.goto(`/users?edit=${id}`);
    const user = page.getByRole('dialog', { name: /^Edit user: Approved/ });
    await user.getByRole('tab', { name: 'Money' }).click();
    return user;
  };
  const own = await money();
  await expect(own).toContainText('ann@example.com changed the payout details');
  await expect(own).toContainText('Needs another approver (you created it)');
  await expect(own.getByRole('button', { name: 'Approve payout details' })).toHaveCount(0);
  waits = { ...changed, own: 0 };
  const user = await money();
  const approve = user.getByRole('button', { name: 'Approve payout details' });
  await expect(approve).toBeVisible();
  await expectAccessible(page, 'payout details to approve');
  await approve.dblclick();
  await expect(page.getByText('Payout details approved')).toBeVisible();
  await expect(approve).toHaveCount(0);
  expect(sent).toEqual([{ up_to: 7 }]);
});

test('payment settings: saved by themselves, shown when asked, in conflict with who was faster', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const id = await makeUser(they, 'Pay', { user_type: 'I' });
  await signIn(page, 'superadmin');
  await page.goto(`/users?edit=${id}`);
  const user = page.getByRole('dialog', { name: 'Edit user: Pay Ward' });
  await user.getByRole('tab', { name: 'Money' }).click();
  await expect(user.getByText('No payout method set')).toBeVisible();
  const edit = user.getByRole('button', { name: 'Edit payout details' });
  await edit.click();
  const dialog = page.getByRole('dialog', { name: 'Edit payout details: Pay Ward' });
  await dialog.getByRole('combobox', { name: 'Payout method' }).click();
  await page.getByRole('option', { name: 'Bank deposit' }).click();
  await dialog.getByRole('textbox', { name: 'IBAN' }).fill('DE89 3704 0044 0532 0130 01');
  await dialog.getByRole('textbox', { name: 'IBAN' }).press('Enter');
  await expect(dialog.getByText('IBAN is not valid: check each digit')).toBeVisible();
  await expect(dialog.getByText('Enter your own password')).toBeVisible();
  await dialog.getByLabel('Your password', { exact: true }).fill('not mine');
  await dialog.getByRole('textbox', { name: 'IBAN' }).fill('DE89 3704 0044 0532 0130 00');
  await dialog.getByRole('textbox', { name: 'Full name' }).fill('Pay Ward');
  await dialog.getByRole('combobox', { name: 'Account currency' }).fill('EUR');
  await page.getByRole('option', { name: 'Euro (EUR)' }).click();
  await expect(dialog.getByText('Missing: Country')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This is not your password')).toBeVisible();
  await dialog.getByLabel('Your password', { exact: true }).fill('demo-password');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('status').getByText('We emailed the user about this change')).toBeVisible();
  await expect(edit).toBeFocused();
  await expect(user.getByText('•••• 3000')).toBeVisible();
  await user.getByRole('button', { name: 'Show: IBAN' }).click();
  await expect(user.getByText('DE89370400440532013000')).toBeVisible();
  await expectAccessible(page);
  const { audit } = (await they('GET', `audit?entity=site_user&entity_id=${id}`)).body;
  expect(audit.map(({ action }: { action: string }) => action)).toContain('show_payment_secret');

  await edit.click();
  await dialog.getByRole('textbox', { name: 'City' }).fill('Bonn');
  await dialog.getByLabel('Your password', { exact: true }).fill('demo-password');
  const theirs = { fields: { bank_deposit: { bank_name: 'First Bank' } }, password: 'demo-password' };
  await they('PATCH', `user/${id}/payment-settings`, theirs);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Changed by another admin')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(dialog).toHaveCount(0);
  const { fields } = (await they('GET', `user/${id}/payment-settings`)).body;
  expect(fields.bank_deposit).toMatchObject({
    city: 'Bonn',
    bank_name: 'First Bank',
    iban: { last4: '3000' },
  });
  await edit.click();
  await dialog.getByRole('button', { name: 'Remove: IBAN' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(user).toBeVisible();
});

test('logging in as a user: said first, continued by a click, ended by another', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const id = await makeUser(they, 'Mary');
  await signIn(page, 'programadmin');
  await page.goto(`/users?login=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Log in as user: Mary Ward' });
  await expect(dialog).toContainText('for up to 60 minutes');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  const opening = page.context().waitForEvent('page');
  await dialog.getByRole('button', { name: 'Open in a new tab' }).click();
  const site = await opening;
  await expect(site.getByRole('button', { name: 'Continue as Mary Ward' })).toBeVisible();
  // The token is in the address no longer, and a page that is loaded again still has it.
  await expect(site).toHaveURL(/\/site\/[\w-]+$/);
  await site.reload();
  await site.getByRole('button', { name: 'Continue as Mary Ward' }).click();
  await expect(
    site.getByText('You are signed in as Mary Ward, opened by programadmin@example.com'),
  ).toBeVisible();
  await expectAccessible(site);
  await site.getByRole('button', { name: 'End' }).click();
  await expect(site.getByText('The login was ended here.')).toBeVisible();
  const { audit } = (await they('GET', `audit?entity=site_user&entity_id=${id}`)).body;
  expect(audit.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['login_as', 'login_as_begin', 'login_as_end']),
  );
  await site.goto('about:blank');
  await site.goto(`${baseURL}/site/nowhere#${'x'.repeat(43)}`);
  await expect(site.getByText('This link was used or has expired. Log in again.')).toBeVisible();
});

test('the tab of a user’s site opens after the question for the password, and never before', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const id = await makeUser(they, 'Olive');
  await signIn(page, 'programadmin');
  await page.goto(`/users?login=${id}`);
  let asked = 0;
  // As the server answers to a session that was proven more than ten minutes ago.
  await page.route('**/api/wladmin/auth/proven', (route) =>
    asked++ < 2
      ? route.fulfill({
          status: 401,
          json: { message: 'Enter your password again to go on', code: 'STEP_UP' },
        })
      : route.continue(),
  );
  const dialog = page.getByRole('dialog', { name: 'Log in as user: Olive Ward' });
  const open = dialog.getByRole('button', { name: 'Open in a new tab' });
  const question = page.getByRole('dialog', { name: "Confirm that it's you" });
  await open.click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(dialog).toBeVisible();
  expect(page.context().pages()).toHaveLength(1);
  await open.click();
  await expect(question).toBeVisible();
  expect(page.context().pages()).toHaveLength(1);
  const opening = page.context().waitForEvent('page');
  await question.getByRole('textbox', { name: 'Your password' }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  const site = await opening;
  await expect(site.getByRole('button', { name: 'Continue as Olive Ward' })).toBeVisible();
});
