/** The rules of money, by two superadmins. Only of a currency in which the demo sells nothing: other tests refund. */
import { expect, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../test/deep.ts';
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { apiAs } from '../../../test/e2e/api.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { type DemoRole, signIn } from '../../../test/e2e/session.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

const OTHER = 'head.office' as DemoRole;

/** As the demo has them: no rules, nothing that waits. */
test.beforeEach(async ({ baseURL }) => {
  const [one, other] = [await apiAs(baseURL, 'superadmin'), await apiAs(baseURL, OTHER)];
  const { pending } = (await one('GET', 'money-settings')).body;
  if (pending) await one('POST', `money-settings/${pending.id}/reject`);
  const asked = await one('PATCH', 'money-settings', { refund_approval_above: {} });
  if (asked.body.pending) await other('POST', `money-settings/${asked.body.pending.id}/approve`);
});

test('what tightens holds at once; what loosens waits for somebody else, who approves it by keyboard', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/settings/money');
  await expect(page.getByText('No limit')).toBeVisible();
  const writes = writesOf(page);
  const dialog = await edit(page);
  await dialog.getByRole('combobox', { name: 'Add a currency' }).first().click();
  await page.getByRole('option', { name: 'QAR' }).click();
  const amount = dialog.getByRole('textbox', { name: 'QAR' });
  await expect(amount).toBeFocused();
  await dialog.getByRole('textbox', { name: 'IBAN' }).fill('DE89 3704 0044 0532 0130 01');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter an amount, or remove the currency')).toBeVisible();
  await expect(dialog.getByText('Is not valid: check each digit')).toBeVisible();
  expect(writes).toEqual([]);
  await dialog.getByRole('textbox', { name: 'IBAN' }).fill('');
  await amount.fill('100.5');
  await dialog.getByRole('button', { name: 'Save', exact: true }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByText('QAR 100.50')).toBeVisible();
  expect(writes).toHaveLength(1);

  await edit(page);
  await dialog.getByRole('button', { name: 'Remove QAR: Refund approval limits' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. Looser settings are waiting for a second superadmin')).toBeVisible();
  const notice = page.getByRole('alert').filter({ hasText: 'Change needs a second superadmin' });
  await expect(notice).toContainText('superadmin@example.com requested this change');
  await expect(notice.getByRole('row', { name: /QAR/ })).toHaveText(/above QAR 100.50no limit/);
  await expect(notice).toContainText('Needs another approver (you created it).');
  await expect(notice.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expectAccessible(page);

  const theirs = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
  await signIn(theirs, OTHER);
  await theirs.goto('/settings/money');
  await tabTo(theirs, theirs.getByRole('button', { name: 'Approve' }));
  await theirs.keyboard.press('Enter');
  const asked = theirs.getByRole('dialog', { name: 'Approve change?' });
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(theirs, asked.getByRole('button', { name: 'Approve' }));
  await theirs.keyboard.press('Enter');
  await expect(asked).toHaveCount(0);
  await expect(theirs.getByText('No limit')).toBeVisible();
  await theirs.context().close();

  // Who asked looks at what has been decided meanwhile.
  await notice.getByRole('button', { name: 'Withdraw request' }).click();
  const back = page.getByRole('dialog', { name: 'Withdraw request?' });
  await back.getByRole('button', { name: 'Withdraw request' }).click();
  await expect(back.getByRole('alert')).toHaveText('head.office@example.com has already approved this');
  await back.getByRole('button', { name: 'Cancel' }).click();
  await expect(notice).toHaveCount(0);
});

test('two at once keep both; the only superadmin is told what that means; unsaved work is guarded', async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'superadmin');
  await page.route('**/api/wladmin/money-settings', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), alone: 1 } });
  });
  await page.goto('/settings/money');
  await expect(page.getByText('You are the only superadmin', { exact: true })).toBeVisible();
  const dialog = await edit(page);
  await expect(dialog).toContainText('You are the only superadmin');
  await dialog.getByRole('textbox', { name: 'Company ID' }).fill('1234567890');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  // The focus goes back there, and would take along what is filled in too early.
  await expect(dialog.getByRole('textbox', { name: 'Company ID' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Routing number' }).fill('021000021');
  await dialog.getByRole('textbox', { name: 'Name' }).first().fill('First Bank');
  const they = await apiAs(baseURL, OTHER);
  await they('PATCH', 'money-settings', { minimum: { QAR: Math.ceil(Math.random() * 1e6) } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(dialog).toHaveCount(0);
  const { settings } = (await they('GET', 'money-settings')).body;
  expect([settings.ach.origin_name, Object.keys(settings.minimum)]).toEqual(['First Bank', ['QAR']]);
  await they('PATCH', 'money-settings', { ach: null, minimum: {} });
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`who holds money reads them, and nothing for axe to find, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'admin');
    await page.goto('/settings/money');
    await expect(page.getByText('Only superadmins can change settings.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
    await page.goto('/settings/money?edit=1');
    await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(0);
    await page.context().clearCookies();
    await page.goto('about:blank');
    await signIn(page, 'superadmin');
    await page.goto('/settings/money?edit=1');
    await expect(page.getByRole('dialog', { name: 'Edit money settings' })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
  });
}

async function edit(page: Page) {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit money settings' });
  await expect(dialog).toBeVisible();
  return dialog;
}
