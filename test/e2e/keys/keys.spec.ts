import { expect, test } from '@playwright/test';
import { savedWithUpdate } from '../../../features/commissions/rules.ts';
import { apiAs } from '../api.ts';
import { keysOf } from '../keyboard.ts';
import { mailTo } from '../mailbox.ts';
import { requestRefund } from '../refund-requests.ts';
import { DEMO_PASSWORD } from '../session.ts';
import { first, home, search } from './key-steps.ts';

/** Rows of the demo that no other test saves. */
const KATHERINE = 22;
const BUNDLE = 1885;

test.use({ viewport: { width: 1440, height: 900 } });

test('signing in takes its two texts, and two keys besides', async ({ page }) => {
  const email = 'superadmin@example.com';
  const keys = keysOf(page);
  await page.goto('/login');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await keys.type(email);
  await keys.press('Tab');
  await keys.type(DEMO_PASSWORD);
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(keys.count).toBe(email.length + DEMO_PASSWORD.length + 2);
});

test('from Home: a split with a referral, previewed and saved with its update, in 38 keys', async ({
  page,
}) => {
  const keys = await home(page);
  const card = page.locator(`article[data-row="${KATHERINE}"]`);
  await search(keys, page, `#${KATHERINE}`, /Instructor/);
  const add = card.getByRole('button', { name: 'Add referral' });
  await expect(add).toBeVisible();
  await keys.press('j');
  await expect(card).toBeFocused();
  await keys.to('Tab', add);
  await keys.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Add referral: / });
  await expect(dialog.getByLabel('Commission amount')).toBeFocused();
  await keys.type('10');
  await keys.press('Tab');
  await keys.type('radia');
  await first(page);
  await keys.press('Enter');
  await keys.to('Tab', dialog.getByLabel('Discount code'));
  await keys.type('K20');
  await keys.to('Tab', dialog.getByLabel('Discount value'));
  await keys.type('20');
  await keys.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Add referral' })).toBeFocused();
  await keys.to('Tab', card.getByRole('button', { name: 'Platform commission' }));
  await keys.press('Enter');
  await expect(card.getByRole('textbox', { name: 'Platform, percent' })).toBeFocused();
  await keys.type('30');
  await keys.press('Control+Shift+s');
  const preview = page.getByRole('dialog', { name: /^Save and update: / });
  await expect(preview.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keys.press('Tab');
  await keys.press('Enter');
  await expect(page.getByText(savedWithUpdate(3), { exact: true })).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(38);
});

test('from Home: two classes into a bundle in 47 keys', { tag: '@deep' }, async ({ page }) => {
  const keys = await home(page);
  await search(keys, page, `#${BUNDLE}`, /bundle/i);
  const field = page.getByRole('textbox', { name: 'Class name or ID' });
  await expect(field).toBeFocused();
  for (const id of [12, 14]) {
    await keys.type(`#${id}`);
    const add = page.getByRole('button', { name: new RegExp(`^Add .*#${id}$`) });
    // The search pauses until the typing does.
    await expect(page.getByRole('button', { name: /^Add .*#\d+$/ })).toHaveCount(1);
    await keys.to('Tab', add);
    await keys.press('Enter');
    await expect(page.getByRole('button', { name: new RegExp(`^Undo .*#${id}$`) }).first()).toBeVisible();
    await keys.to('Shift+Tab', field);
  }
  await keys.press('Control+s');
  await expect(page.getByText('Saved successful', { exact: true })).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(47);
});

test('from Home: a giveaway with its German and its Arabic name in 150 keys', { tag: '@deep' }, async ({
  page,
}) => {
  const keys = await home(page);
  await keys.press('Control+k');
  await keys.type('add e');
  await expect(page.getByRole('option', { name: /^Add event/ })).toBeVisible();
  await keys.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add event' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  const name = `Spring ${Date.now() % 10_000}`;
  await keys.type(name);
  await keys.to('Tab', dialog.getByRole('textbox', { name: 'Ticket price' }));
  await keys.type('5');
  await keys.to('Tab', dialog.getByRole('textbox', { name: 'Available' }));
  await keys.type('100');
  await keys.to('Tab', dialog.getByLabel('Start *'));
  await keys.type('030120270900A');
  await keys.to('Tab', dialog.getByLabel('End *'));
  await keys.type('040120270900A');
  await keys.press('Enter');
  await expect(dialog).toHaveCount(0);
  await keys.to('Tab', page.getByRole('textbox', { name: 'Event name or ID' }));
  await keys.type(name);
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await keys.to('Tab', page.getByRole('button', { name: `More: ${name}` }));
  await keys.press('Enter');
  await keys.to('ArrowDown', page.getByRole('menuitem', { name: 'Translations' }));
  await keys.press('Enter');
  for (const [language, title] of [
    ['German', 'Frühlingsverlosung'],
    ['Arabic', 'سحب الربيع'],
  ] as const) {
    const find = page.getByRole('textbox', { name: 'Find a language' });
    await expect(page.locator('[data-translation]').first()).toBeFocused();
    await keys.to('Shift+Tab', find);
    await keys.type(language.slice(0, 4));
    await keys.press('Enter');
    await expect(page.getByRole('textbox', { name: `Name in ${language}` })).toBeFocused();
    await keys.type(title);
  }
  await keys.press('Enter');
  await expect(page.getByText('Saved successful', { exact: true })).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(150);
});

test('from Home: half a refund in 12 keys', async ({ page, baseURL }) => {
  const { charge } = await requestRefund(baseURL, 10);
  const keys = await home(page);
  await keys.press('g');
  await keys.press('t');
  const row = page.locator(`tr[data-row="${charge}"]`);
  await expect(row).toBeVisible();
  await keys.press('j');
  await expect(row).toBeFocused();
  await keys.press('r');
  const dialog = page.getByRole('dialog', { name: 'Refund transaction?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keys.to('Shift+Tab', dialog.getByRole('radio', { name: 'Full amount refund' }));
  await keys.press('ArrowRight');
  await expect(dialog.getByRole('button', { name: 'Refund USD 10.00' })).toBeVisible();
  await keys.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^Refunded\. Wait for data update/)).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(12);
});

test('from Home: three refund requests in 11 keys', async ({ page, baseURL }) => {
  for (const amount of [21, 22, 23]) await requestRefund(baseURL, amount);
  const keys = await home(page);
  await keys.press('g');
  await keys.press('f');
  await expect(page.locator('tr[data-row]').first()).toContainText('23.00');
  for (let n = 0; n < 3; n++) {
    await keys.press('j');
    await keys.press('x');
  }
  await expect(page.getByRole('button', { name: 'Approve 3 (USD 66.00)' })).toBeVisible();
  await keys.press('a');
  const preview = page.getByRole('dialog', { name: 'Approve 3 refunds' });
  await expect(preview.getByRole('button', { name: 'Refund 3 (USD 66.00)' })).toBeEnabled();
  await keys.press('Tab');
  await keys.press('Enter');
  await expect(preview).toHaveCount(0);
  await expect(page.getByText(/^3 refunded\. Wait for data update/)).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(11);
});

test('from Home: ten parcels in 25 keys', async ({ page }) => {
  const keys = await home(page);
  await keys.press('g');
  await keys.press('o');
  await expect(page.locator('tr[data-row]')).toHaveCount(50);
  for (let n = 0; n < 10; n++) {
    await keys.press('j');
    await keys.press('x');
  }
  await expect(page.getByText('10 orders selected')).toBeVisible();
  await keys.press('f');
  const dialog = page.getByRole('dialog', { name: 'Fulfill 10 orders' });
  await expect(dialog.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveCount(10);
  await keys.press('Tab');
  await keys.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Fulfilled' })).toContainText('10 orders are fulfilled');
  expect(keys.count).toBeLessThanOrEqual(25);
});

test('from Home: a rule for those who bought nothing for 60 days in 30 keys', { tag: '@deep' }, async ({
  page,
  baseURL,
}) => {
  const keys = await home(page);
  await keys.press('g');
  await keys.press('w');
  await expect(page.getByRole('heading', { level: 1, name: 'Email rules' })).toBeVisible();
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await keys.press('c');
  const dialog = page.getByRole('dialog', { name: 'Add rule' });
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await keys.type('W');
  await keys.to('Tab', dialog.getByRole('combobox', { name: 'Template' }));
  await keys.type('m');
  await first(page);
  await keys.press('Enter');
  await keys.to('Tab', dialog.getByRole('textbox', { name: 'Subject' }));
  await keys.type('W');
  await keys.to('Tab', dialog.getByRole('button', { name: 'Add condition' }));
  await keys.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Field of condition 1' })).toBeFocused();
  await keys.type('bo');
  await first(page);
  await keys.press('Enter');
  await keys.press('Tab');
  await keys.type('no');
  await first(page);
  await keys.press('Enter');
  await keys.press('Tab');
  await keys.type('60');
  await expect(dialog.locator('[data-sentence]')).toContainText(
    'Users who have bought nothing in the last 60 days, in The Crafts Academy, once.',
  );
  await keys.press('Control+Enter');
  const question = page.getByRole('dialog', { name: /^Email [\d,]+ people: W$/ });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keys.to('Tab', question.getByRole('button', { name: /^Save and start/ }));
  await keys.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(keys.count).toBeLessThanOrEqual(30);
  // It has ten minutes until its first mails, and shall have none.
  const they = await apiAs(baseURL, 'superadmin');
  const [rule] = (await they('GET', 'email-rules?sort_by=id&sort_dest=desc')).body.rules;
  expect(rule).toMatchObject({
    name: 'W',
    active: 1,
    undo: 'pause',
    items: [{ field_name: 'bought', condition: 'not_in_last_days', value: 60 }],
  });
  await they('POST', `email-rule/${rule.id}/undo`);
});

test('from Home: a colleague with two rights is invited in 10 keys besides the texts', async ({
  page,
  baseURL,
}) => {
  const keys = await home(page);
  const email = `keys-${Date.now()}@example.com`;
  const texts = ['add adm', email, 'glo', 'aud', 'con'];
  await keys.press('Control+k');
  await keys.type('add adm');
  await expect(page.getByRole('option', { name: /^Add admin user/, selected: true })).toBeVisible();
  await keys.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await expect(dialog.getByRole('radio', { name: 'Send an invitation' })).toBeChecked();
  await keys.type(email);
  await keys.to('Tab', dialog.getByRole('combobox', { name: 'Program' }));
  await keys.type('glo');
  await first(page);
  await keys.press('Enter');
  await keys.to('Tab', dialog.getByRole('combobox', { name: 'Permissions' }));
  for (const right of ['aud', 'con']) {
    await keys.type(right);
    await first(page);
    await keys.press('Enter');
  }
  await keys.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  expect(keys.count - texts.join('').length).toBeLessThanOrEqual(10);
  const they = await apiAs(baseURL, 'superadmin');
  const { users } = (await they('GET', `users?name=${encodeURIComponent(email)}`)).body;
  expect(users).toMatchObject([{ program_id: 0, permissions: [{ id: 'content' }, { id: 'audit' }] }]);
  await mailTo(email);
});
