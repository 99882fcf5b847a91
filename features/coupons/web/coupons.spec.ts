import { expect, type Locator, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../test/deep.ts';
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { expectFocusIsKept } from '../../../test/e2e/focus.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { type DemoRole, signIn } from '../../../test/e2e/session.ts';
import { typeInABurst } from '../../../test/e2e/waiting/clock.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

let they: ApiCall;
let made = 0;

test.beforeEach(async ({ baseURL }) => {
  they = await apiAs(baseURL, 'superadmin');
});

test('by mouse: ten a page, a coupon added, changed and removed', { tag: '@deep' }, async ({ page }) => {
  await open(page, 'superadmin', '/coupons');
  await expect(page.locator('tr[data-row]')).toHaveCount(10);
  const writes = writesOf(page);
  await page.getByRole('button', { name: 'Add coupon' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add coupon' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await expect(dialog.getByText('Enter the Stripe ID')).toBeVisible();
  expect(writes).toEqual([]);
  const name = unique('Mouse');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('textbox', { name: 'Stripe ID' }).fill('MOUSE');
  await expect(dialog.getByRole('combobox', { name: 'Program' })).toHaveValue('The Crafts Academy');
  await dialog.getByRole('combobox', { name: 'Program' }).click();
  await page.getByRole('option', { name: 'Global site' }).click();
  await dialog.getByRole('checkbox', { name: 'Percentage' }).check();
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await expect(dialog).toHaveCount(0);
  const data = { coupon_name: name, coupon_stripe_id: 'MOUSE', program_id: 0, is_percents: true };
  expect(writes.map(({ body }) => body)).toEqual([{ data }]);

  await page.getByRole('textbox', { name: 'Name, Stripe ID or ID' }).fill(name);
  const row = rowOf(page, name);
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await expect(row).toContainText('Global site');
  await expect(row.getByRole('cell', { name: 'Yes' })).toBeVisible();
  await row.getByRole('button', { name: `Edit: ${name}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit coupon: ${name}` });
  await edit.getByRole('checkbox', { name: 'Percentage' }).uncheck();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await expect(row.getByRole('cell', { name: 'No' })).toBeVisible();

  await row.getByRole('button', { name: `Remove: ${name}` }).click();
  const remove = page.getByRole('dialog', { name: /^Remove coupon\?/ });
  await expect(remove.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await remove.getByRole('button', { name: 'Remove' }).click();
  await expect(remove).toHaveCount(0);
  await expect(page.getByText('No results')).toBeVisible();
});

test('what Stripe says stands beneath the field and decides the tick; who does not answer is told of', async ({
  page,
}) => {
  await page.clock.install();
  const known = { kind: 'percent', value: 25, currency: null, valid: false, redeem_by: null };
  const asked: string[] = [];
  await page.route('**/api/wladmin/coupon-lookup?*', async (route) => {
    const id = new URL(route.request().url()).searchParams.get('coupon_stripe_id') ?? '';
    asked.push(id);
    if (id === 'DOWN') {
      const message = 'The payment provider did not answer. Nothing was saved. Try again later.';
      return route.fulfill({ status: 503, json: { message, code: 'SERVICE_UNAVAILABLE' } });
    }
    return route.fulfill({ json: { known: id === 'QUARTER' ? known : null, asked: true } });
  });
  await page.route('**/api/wladmin/coupon', (route) =>
    route.fulfill({ status: 503, json: { message: 'The payment provider does not answer.', code: 'X' } }),
  );
  await open(page, 'superadmin', '/coupons?add=1');
  const dialog = page.getByRole('dialog', { name: 'Add coupon' });
  const id = dialog.getByRole('textbox', { name: 'Stripe ID' });
  const tick = dialog.getByRole('checkbox', { name: 'Percentage' });
  await typeInABurst(id, 'QUARTER');
  await expect(dialog.getByText('25% off')).toBeVisible();
  await expect(dialog.getByText('Not valid')).toBeVisible();
  await expect(tick).toBeChecked();
  await expect(tick).toBeDisabled();
  expect(asked).toEqual(['QUARTER']);
  await expectAccessible(page);
  await id.fill('UNKNOWN');
  await expect(dialog.getByText('No coupon with this ID in Stripe')).toBeVisible();
  await expect(tick).toBeEnabled();
  await expect(tick).not.toBeChecked();
  await id.fill('DOWN');
  await expect(dialog.getByText(/did not answer/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Down');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The payment provider does not answer.');
  await expect(page.getByRole('button', { name: /^Close the message/ })).toHaveCount(0);
});

test('by keyboard alone, and the focus is kept', async ({ page }) => {
  const name = unique('Keys');
  await open(page, 'superadmin', '/coupons');
  await tabTo(page, page.getByRole('button', { name: 'Add coupon' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Name' });
  await expect(field).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type('KEYS');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await tabTo(page, page.getByRole('textbox', { name: 'Name, Stripe ID or ID' }));
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await expectFocusIsKept(page, {
    opener: page.getByRole('button', { name: `Edit: ${name}` }),
    dialog: dialog.filter({ has: page.getByRole('heading', { name: `Edit coupon: ${name}` }) }),
    first: field,
    fill: () => field.fill(`${name} more`),
    saves: '**/api/wladmin/coupon/*',
  });
  await tabTo(page, page.getByRole('button', { name: /^Remove: / }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Remove: / })).toBeFocused();
});

test('a bound admin has those of the own program; two at once: who was first is named', async ({ page }) => {
  const name = unique('Bound');
  const make = async (program_id: number) => {
    const data = { coupon_name: name, coupon_stripe_id: 'BOUND', program_id };
    return (await they('POST', 'coupon', { data })).body.coupon.id as number;
  };
  const [own, foreign] = [await make(2), await make(0)];
  await open(page, 'programadmin', `/coupons?name=${name}`);
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await expect(page.getByText('Your account is limited to this program')).toBeVisible();
  await page.goto(`/coupons?edit=${foreign}`);
  await expect(page.getByRole('dialog')).toContainText('or it belongs to another program');
  await page.goto(`/coupons?name=${name}&edit=${own}`);
  const dialog = page.getByRole('dialog', { name: `Edit coupon: ${name}` });
  await expect(dialog.getByRole('textbox', { name: 'Program' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`${name} mine`);
  await they('PATCH', `coupon/${own}`, { data: { coupon_stripe_id: 'THEIRS' } });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const notice = dialog.getByRole('alert').filter({ hasText: 'superadmin@example.com saved this' });
  await notice.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(dialog).toHaveCount(0);
  const { coupon } = (await they('GET', `coupon/${own}`)).body;
  expect(coupon).toMatchObject({ coupon_name: `${name} mine`, coupon_stripe_id: 'THEIRS', program_id: 2 });
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`nothing for axe to find, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, 'superadmin', '/coupons?program_id=2');
    await expect(page.getByText('Not valid')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Remove: Back to school/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });
}

async function open(page: Page, role: DemoRole, address: string): Promise<void> {
  await signIn(page, role);
  await page.goto(address);
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
}

function rowOf(page: Page, name: string): Locator {
  return page.locator('tr[data-row]').filter({ has: page.getByText(name, { exact: true }) });
}

function unique(word: string): string {
  made += 1;
  return `${word} ${Date.now()} ${made}`;
}
