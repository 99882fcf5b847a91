/** Unmatched payments: those of the demo are decided here and nowhere else, each test its own. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../../test/e2e/accessible.ts';
import { apiAs } from '../../../../test/e2e/api.ts';
import { keysOf } from '../../../../test/e2e/keyboard.ts';
import { type DemoRole, signIn } from '../../../../test/e2e/session.ts';
import { writesOf } from '../../../../test/e2e/writes.ts';
import type { UnmatchedPayment } from '../contract.ts';

/** Works for program 2 and may do nothing but `money`. */
const BOOKKEEPING = 'bookkeeping' as DemoRole;
const OTHER = 'head.office' as DemoRole;

const dialogOf = (page: Page, title: string) => page.getByRole('dialog', { name: new RegExp(`^${title}: `) });
const rowOf = (page: Page, payer: string) => page.locator('tr[data-row]').filter({ hasText: payer });
const listed = (locator: Page | Locator) => locator.locator('[data-combobox-selected]').first();

test('from Home by keyboard: bookkeeping that may read no catalogue books a payment, in 60 keys', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { classes } = (await they('GET', 'classes?program_id=2&type=class&visible=1')).body;
  const { users } = (await they('GET', 'user-search?program_id=2&name=a')).body;
  const [sold, user] = [classes[0], users[0]];
  await signIn(page, BOOKKEEPING);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const keys = keysOf(page);
  await keys.press('Control+k');
  await keys.type('unm');
  await expect(page.getByRole('option', { name: /^Unmatched payments/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await keys.press('Enter');
  const row = rowOf(page, 'billing@northwind.example.com');
  await expect(row).toBeVisible();
  // How many rows stand before it depends on what other tests add.
  await keys.to('Tab', page.getByRole('textbox', { name: 'Payer or reference' }));
  await keys.type('northwind');
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await keys.to('Tab', row.getByRole('button', { name: /^Match: / }));
  const writes = writesOf(page);
  await keys.press('Enter');
  const dialog = dialogOf(page, 'Match payment');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // Its account is bound to this program.
  await expect(dialog.getByRole('textbox', { name: 'Program' })).toHaveValue('Brightside Courses');
  await keys.to('Tab', dialog.getByRole('combobox', { name: 'Class' }));
  await keys.type(`#${sold.id}`);
  await expect(listed(page)).toContainText(sold.class_name);
  await keys.press('Enter');
  await keys.to('Tab', dialog.getByRole('combobox', { name: 'User' }));
  await keys.type(`#${user.id}`);
  await expect(listed(page)).toContainText(user.full_string);
  await keys.press('Enter');
  expect(writes).toEqual([]);
  await keys.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('Matched: Transaction');
  await expect(row).toContainText('bookkeeping@example.com');
  await expect(row.getByRole('button')).toHaveCount(0);
  // The focus is where the row says what became of it.
  const link = row.getByRole('link', { name: /^Transaction \d+$/ });
  await expect(link).toBeFocused();
  expect(keys.count).toBeLessThanOrEqual(60);
  expect(writes.map(({ body }) => body)).toEqual([
    { program_id: 2, type: 'class', class_id: sold.id, user_id: user.id },
  ]);

  await keys.press('Enter');
  await expect(page).toHaveURL(/\/transactions\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: sold.class_name })).toBeVisible();
  await page.goto('/unmatched-payments?state=matched');
  await expect(row).toContainText('Matched: Transaction');
  await page.goto('/unmatched-payments');
  await expect(rowOf(page, 'a.turing@example.com')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('in a hurry: Enter in the half-filled form books nothing, and what is missing is said at its field', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/unmatched-payments');
  await rowOf(page, 'a.turing@example.com')
    .getByRole('button', { name: /^Match: / })
    .click();
  const writes = writesOf(page);
  const dialog = dialogOf(page, 'Match payment');
  const field = (name: string) => dialog.getByRole('combobox', { name, exact: true });
  await expect(field('Program')).toHaveValue('Brightside Courses');
  await dialog.getByRole('button', { name: 'Match USD 54.00' }).click();
  await expect(dialog.getByText('Choose the class')).toBeVisible();
  await expect(dialog.getByText('Choose who bought it')).toBeVisible();
  await expect(field('Class')).toBeFocused();
  await page.keyboard.type('a');
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Enter');
  await expect(field('Class')).toHaveValue(/#\d+$/);
  const code = dialog.getByRole('textbox', { name: 'Code' });
  await code.focus();
  await page.keyboard.type('ADA20');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Match USD 54.00' }).click();
  await expect(dialog.getByText('Choose who bought it')).toBeVisible();
  await expect(field('User')).toBeFocused();
  expect(writes).toEqual([]);
  await expect(dialog.getByRole('alert')).toHaveCount(0);

  // What was found is of that program alone.
  await field('Program').click();
  await page.getByRole('option', { name: 'London Night School' }).click();
  await expect(field('Class')).toHaveValue('');
  await field('Type').click();
  await page.getByRole('option', { name: 'Membership' }).click();
  await expect(field('Class')).toHaveCount(0);
  await expect(field('Period')).toHaveValue('One month');
  expect(writes).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/You changed /)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
});

test('what the server refuses stands beside its field: no tickets of an event that is over', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { users } = (await they('GET', 'user-search?program_id=2&name=a')).body;
  await signIn(page, 'superadmin');
  await page.goto('/unmatched-payments');
  const row = rowOf(page, 'Katherine Johnson');
  await expect(row).toContainText('No tickets left');
  await row.getByRole('button', { name: /^Match: / }).click();
  const dialog = dialogOf(page, 'Match payment');
  await expect(dialog.getByRole('combobox', { name: 'Type' })).toHaveValue('Event');
  const event = dialog.getByRole('combobox', { name: 'Event' });
  await event.fill('nobody came');
  await expect(listed(page)).toContainText('Nobody came');
  await event.press('Enter');
  await dialog.getByRole('combobox', { name: 'User' }).fill(`#${users[0].id}`);
  await expect(listed(page)).toContainText(users[0].full_string);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Match USD 25.00' }).dblclick();
  await expect(event).toHaveAttribute('aria-invalid', 'true');
  await expect(event).toBeFocused();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(row).toContainText('Open');
});

test('two at once: the second is told who was first, and the row says what became of it', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, OTHER);
  const { payments } = (await they('GET', 'unmatched-payments')).body;
  const payment = payments.find(({ payer }: UnmatchedPayment) => payer === 'Dorothy Vaughan');
  await signIn(page, 'superadmin');
  await page.goto('/unmatched-payments');
  const row = rowOf(page, 'Dorothy Vaughan');
  await row.getByRole('button', { name: /^Dismiss: / }).click();
  const dialog = dialogOf(page, 'Dismiss payment');
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toBeFocused();
  await reason.fill('Mine first');
  const { status } = await they('POST', `unmatched-payment/${payment.id}/dismiss`, {
    reason: 'Paid in cash',
  });
  expect(status).toBe(200);
  await dialog.getByRole('button', { name: 'Dismiss payment' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'head.office@example.com has already dismissed this payment',
  );
  await expect(row).toContainText('Dismissed: Paid in cash');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(row.getByRole('button')).toHaveCount(0);
  for (const which of ['match', 'dismiss']) {
    await page.goto(`/unmatched-payments?${which}=${payment.id}`);
    await expect(page.getByRole('dialog')).toContainText(
      'head.office@example.com already dismissed this payment.',
    );
  }
});

test('dismissed by mouse without a reason; what can only be dismissed says why; Home leads here', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /unmatched payments/ })
    .click();
  await expect(page).toHaveURL(/\/unmatched-payments$/);
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Open');
  const row = rowOf(page, 'Somchai Jaidee');
  await expect(row).toContainText('Nothing is sold in THB');
  await expect(row.getByRole('button', { name: /^Match: / })).toHaveCount(0);
  const writes = writesOf(page);
  await row.getByRole('button', { name: /^Dismiss: / }).click();
  const dialog = dialogOf(page, 'Dismiss payment');
  await dialog.getByRole('button', { name: 'Dismiss payment' }).dblclick();
  await expect(page.getByRole('status').getByText('Payment dismissed')).toBeVisible();
  await expect(row).toContainText('Dismissed');
  await expect(row).toContainText('superadmin@example.com');
  expect(writes.map(({ body }) => body)).toEqual([{ reason: '' }]);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Dismissed' }).click();
  await expect(page).toHaveURL(/state=dismissed/);
  await expect(row).toBeVisible();
  await expect(rowOf(page, 'Harbor Street Coworking')).toContainText('Dismissed: Rent of the hall');
});

test('ticked by J and X, many are dismissed for one reason', async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, OTHER);
  const { payments } = (await they('GET', 'unmatched-payments?program_id=5')).body;
  expect(payments.length).toBeGreaterThan(0);
  await signIn(page, 'superadmin');
  await page.goto('/unmatched-payments?program_id=5');
  const rows = page.locator('tbody tr[data-row]');
  await expect(rows).toHaveCount(payments.length);
  for (const _ of payments) {
    await page.keyboard.press('j');
    await page.keyboard.press('x');
  }
  await page.keyboard.press('d');
  const what = `${payments.length} ${payments.length === 1 ? 'payment' : 'payments'}`;
  const dialog = page.getByRole('dialog', { name: `Dismiss ${what}` });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toBeFocused();
  await expect(dialog.getByRole('listitem')).toHaveCount(payments.length);
  await expectAccessible(page);
  const writes = writesOf(page);
  await reason.fill('A shop of our own');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status').filter({ hasText: `${what} dismissed` })).toBeVisible();
  await expect(rows.first()).toContainText('Dismissed: A shop of our own');
  await expect(rows.getByRole('checkbox')).toHaveCount(0);
  const ids = payments.map(({ id }: UnmatchedPayment) => id);
  expect(writes.map(({ body }) => body)).toEqual([{ ids, reason: 'A shop of our own' }]);
});

test('a sale whose buyer the site has not told of says so, and is matched to the class that it names', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { payments } = (await they('GET', 'unmatched-payments?source=site')).body;
  const told = payments.find((payment: UnmatchedPayment) => payment.user_reference === 'student-20418');
  const { users } = (await they('GET', 'user-search?program_id=2&name=a')).body;
  await signIn(page, 'superadmin');
  await page.goto('/unmatched-payments');
  await page.getByRole('combobox', { name: 'Came from' }).click();
  await page.getByRole('option', { name: 'Site', exact: true }).click();
  await expect(page).toHaveURL(/source=site/);
  await expect(rowOf(page, 'Grace Hopper')).toHaveCount(0);
  const row = rowOf(page, 'User “student-20418”');
  await expect(row).toContainText(told.reference);
  await expect(row).toContainText('Unknown user');
  await expect(row.getByRole('cell', { name: 'Site', exact: true })).toBeVisible();
  const another = rowOf(page, 'User “student-19977”');
  await expect(another).toContainText('This payment is another transaction’s');
  await expect(another.getByRole('button', { name: /^Match: / })).toHaveCount(0);
  await row.getByRole('button', { name: /^Match: / }).click();
  const dialog = dialogOf(page, 'Match payment');
  await expect(dialog).toContainText(`User “student-20418” on the site · ${told.reference}`);
  await expect(dialog.getByRole('combobox', { name: 'Class' })).toHaveValue(
    new RegExp(`#${told.sale.sold.id}$`),
  );
  await dialog.getByRole('combobox', { name: 'User' }).fill(`#${users[0].id}`);
  await expect(listed(page)).toContainText(users[0].full_string);
  await page.keyboard.press('Enter');
  const writes = writesOf(page);
  await dialog.getByRole('button', { name: 'Match USD 59.00' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('Matched: Transaction');
  expect(writes.map(({ body }) => body)).toEqual([
    { program_id: 2, type: 'class', class_id: told.sale.sold.id, user_id: users[0].id },
  ]);
});

test('a program’s staff see the payments that name it, nothing and an error are said', async ({ page }) => {
  await signIn(page, BOOKKEEPING);
  await page.goto('/unmatched-payments?state=all');
  await expect(rowOf(page, 'test@example.com')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Program' })).toHaveCount(0);
  await expect(rowOf(page, 'Grace Hopper')).toHaveCount(0);
  let answer: object = { status: 500, json: { message: 'Away', code: 'X' } };
  await page.route('**/api/wladmin/unmatched-payments?*', (route) => route.fulfill(answer));
  await page.goto('/unmatched-payments');
  await expect(page.getByRole('alert').getByText('Away')).toBeVisible();
  answer = { json: { payments: [], count: 0 } };
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Every payment is matched')).toBeVisible();
});

for (const colorScheme of COLOR_SCHEMES)
  test(`nothing for axe to find, and it fits, ${colorScheme}`, async ({ page, baseURL }) => {
    const they = await apiAs(baseURL, 'superadmin');
    const { payments } = (await they('GET', 'unmatched-payments')).body;
    const { id } = payments.find(({ payer }: UnmatchedPayment) => payer.startsWith('Adult Education'));
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'superadmin');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const search of ['state=all', `match=${id}`, `dismiss=${id}`]) {
        await page.goto(`/unmatched-payments?${search}`);
        await expect(page.locator('tr[data-row]').first()).toBeVisible();
        if (search !== 'state=all')
          await expect(page.getByRole('dialog').getByRole('button').first()).toBeVisible();
        await expectAccessible(page, `${search} at ${width}`);
        await expectToFit(page, `${search} at ${width}`);
      }
    }
  });
