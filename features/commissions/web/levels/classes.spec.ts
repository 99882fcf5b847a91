import { expect, type Locator, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../../test/e2e/accessible.ts';
import { apiAs } from '../../../../test/e2e/api.ts';
import { tabTo } from '../../../../test/e2e/keyboard.ts';
import { type DemoRole, signIn } from '../../../../test/e2e/session.ts';
import { typeInABurst } from '../../../../test/e2e/waiting/clock.ts';
import { writesOf } from '../../../../test/e2e/writes.ts';
import { PROGRAM_NOT_SET, SAVED } from '../../rules.ts';

/** Classes of the demo: one of Ada's, one of an instructor without program, one with a very long name, any other. */
const ADAS = 5;
const NOAS = 6;
const LONG = 7;
const OTHER = 8;

test('by mouse: a referral is added, and removed after the exact question', { tag: '@deep' }, async ({
  page,
}) => {
  await openAs(page, 'superadmin', OTHER);
  const card = cardOf(page, OTHER);
  const writes = writesOf(page);
  await card.getByRole('button', { name: 'Add referral' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add referral commission' });
  await dialog.getByRole('button', { name: 'Add referral' }).click();
  await expect(dialog.getByText('Enter an amount')).toBeVisible();
  await expect(dialog.getByText('Pick a user from the suggestions')).toBeVisible();
  expect(writes).toEqual([]);
  await dialog.getByLabel('Commission amount').fill('4,5');
  await dialog.getByRole('combobox', { name: 'Allocate to user' }).fill('Grace Hopper');
  await page
    .getByRole('option', { name: /Grace Hopper/ })
    .first()
    .click();
  await dialog.getByLabel('Discount code').fill('CLASSY');
  await dialog.getByRole('radio', { name: 'Amount (USD)' }).click();
  await dialog.getByLabel('Discount value').fill('150');
  await dialog.getByRole('button', { name: 'Add referral' }).click();
  await expect(card.getByText('CLASSY')).toBeVisible();
  expect(writes[0]).toMatchObject({
    path: `class-referral/${OTHER}`,
    body: { commission: 4.5, code: 'CLASSY', discount: 150, discount_type: 'amount' },
  });

  await card.getByRole('button', { name: /^Remove Referral code CLASSY/ }).click();
  const question = page.getByRole('dialog', { name: 'Sure to remove commission?', exact: true });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByText('CLASSY')).toHaveCount(0);
});

test('the card leads to the page of the class, of its instructor and of the program', {
  tag: '@deep',
}, async ({ page }) => {
  await openAs(page, 'superadmin', ADAS);
  const card = cardOf(page, ADAS);
  const pages = await card
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  expect(pages).toEqual([
    `/classes/${ADAS}`,
    expect.stringMatching(/^\/instructors\/\d+$/),
    expect.stringMatching(/^\/programs\/\d+$/),
  ]);
  await card.getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeFocused();
});

test('Save and update says where there is nothing to update, and offers to do nothing', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { instructor_id } = (await they('GET', `class/${ADAS}`)).body.class;
  const { body } = await they('POST', 'class', { class_data: { class_name: 'Never sold', instructor_id } });
  await openAs(page, 'superadmin', body.class.id);
  await cardOf(page, body.class.id).getByRole('button', { name: 'Save and update' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save and update: Never sold' });
  await expect(dialog).toContainText('Nothing to update');
  await expect(dialog.getByRole('button', { name: 'Save and update' })).toHaveCount(0);
  const writes = writesOf(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(writes).toEqual([]);
});

test('by keyboard: a type that is missing, saved; its button is gone', async ({ page }) => {
  await openAs(page, 'superadmin', LONG);
  const card = cardOf(page, LONG);
  const writes = writesOf(page);
  await page.getByRole('textbox', { name: 'Class name' }).focus();
  await tabTo(page, card.getByRole('button', { name: 'Program commission' }));
  await page.keyboard.press('Enter');
  const program = card.getByRole('textbox', { name: 'Program, percent' });
  await expect(program).toBeFocused();
  await page.keyboard.type('150');
  await expect(program).toHaveValue('100');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('12.5');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(SAVED, { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Program commission' })).toHaveCount(0);
  expect(writes).toHaveLength(1);
  expect(writes[0]).toMatchObject({ path: `class-commission/${LONG}`, body: { update: false } });
});

test('the filters wait for the end of a burst, and stand in the address', { tag: '@deep' }, async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'superadmin');
  await page.goto('/commissions/classes?name=%238');
  await expect(cardOf(page, OTHER)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/class-commissions')) asked.push(request.url());
  });
  await page.getByRole('textbox', { name: 'Class name' }).fill('');
  await typeInABurst(page.getByRole('textbox', { name: 'Instructor name' }), 'Ada Lovelace');
  await typeInABurst(page.getByRole('textbox', { name: 'Class name' }), 'Bernoulli');
  await expect(cardOf(page, 2)).toBeVisible();
  await expect(page.locator('article')).toHaveCount(1);
  await expect(page).toHaveURL(/instructor_name=Ada\+Lovelace/);
  await expect(page).toHaveURL(/[?&]name=Bernoulli/);
  expect(asked.length).toBeLessThanOrEqual(3);
});

test('an instructor without program: said beside the button, refused on click, nothing sent', {
  tag: '@deep',
}, async ({ page }) => {
  await openAs(page, 'superadmin', NOAS);
  const card = cardOf(page, NOAS);
  const removeRow = card.getByRole('button', { name: 'Remove Program' });
  // The demo holds a sale of this class because of this very row.
  await removeRow.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(removeRow).toHaveCount(0);
  const writes = writesOf(page);
  await expect(card.getByText(PROGRAM_NOT_SET)).toBeVisible();
  await card.getByRole('button', { name: 'Program commission' }).click();
  await expect(page.getByRole('alert').getByText(PROGRAM_NOT_SET, { exact: true })).toBeVisible();
  expect(writes).toEqual([]);
});

test('a program admin may edit the program row, whoever is below may not', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, 'programadmin', ADAS);
  const card = cardOf(page, ADAS);
  await expect(page.getByText('Your account is limited to this program')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Platform commission' })).toHaveCount(0);
  await card.getByRole('button', { name: 'Program commission' }).click();
  await page.keyboard.type('11');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(SAVED, { exact: true })).toBeVisible();

  const below = await browser.newPage({ baseURL });
  await openAs(below, 'admin', ADAS);
  const locked = cardOf(below, ADAS).getByRole('textbox', { name: 'Program, percent' });
  await expect(locked).toHaveValue('11');
  await expect(locked).not.toBeEditable();
  await expect(locked).toHaveAccessibleDescription('Only a program admin may change the program commission');
  await below.close();
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`nothing for axe to find, and it fits a phone, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openAs(page, 'superadmin', LONG);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectToFit(page);
    await expectAccessible(page);
  });
}

async function openAs(page: Page, role: DemoRole, id: number): Promise<void> {
  await signIn(page, role);
  await page.goto(`/commissions/classes?name=%23${id}`);
  await cardOf(page, id).waitFor();
}

function cardOf(page: Page, id: number): Locator {
  return page.locator(`article[data-row="${id}"]`);
}
