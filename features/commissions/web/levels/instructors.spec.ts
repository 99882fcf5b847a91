import { expect, type Locator, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../../test/deep.ts';
import { expectAccessible } from '../../../../test/e2e/accessible.ts';
import { tabTo } from '../../../../test/e2e/keyboard.ts';
import { type DemoRole, signIn } from '../../../../test/e2e/session.ts';
import { writesOf } from '../../../../test/e2e/writes.ts';
import { PROGRAM_NOT_SET, SAVED, savedWithUpdate } from '../../rules.ts';

/** Instructors of the demo: all in program 2 but Noa, who has no program. */
const ADA = 1;
const NOA = 2;
const ALAN = 8;
const GRACE = 9;
const MARGARET = 11;
const TIM = 13;

test('by mouse: platform 30, a referral with a code, the preview, the chip until it has run', {
  tag: '@deep',
}, async ({ page }) => {
  await openAs(page, 'superadmin');
  const writes = writesOf(page);
  const card = cardOf(page, ADA);
  await card.waitFor();
  await card.getByRole('button', { name: 'Platform commission' }).click();
  await expect(card.getByRole('button', { name: 'Platform commission' })).toHaveCount(0);
  await platform(card).fill('30');
  await expect(card.getByRole('img', { name: /Platform 30%.*Instructor 55%/ })).toBeVisible();
  await expect(card.getByText('has unsaved changes')).toBeAttached();

  await card.getByRole('button', { name: 'Add referral' }).click();
  await expect(page).toHaveURL(/referral=1$/);
  const dialog = page.getByRole('dialog', { name: 'Add referral: Ada Lovelace' });
  await dialog.getByLabel('Commission amount').fill('12,5');
  await dialog.getByRole('combobox', { name: 'Allocate to user' }).fill('Grace Hopper');
  await page
    .getByRole('option', { name: /Grace Hopper/ })
    .first()
    .click();
  await expect(dialog.getByLabel('Discount value')).toHaveCount(0);
  await dialog.getByLabel('Discount code').fill('MOUSE20');
  await dialog.getByLabel('Discount value').fill('20');
  await dialog.getByRole('button', { name: 'Add referral' }).dblclick();
  await expect(page.getByRole('status').getByText(SAVED, { exact: true })).toBeVisible();
  await expect(card.getByText('MOUSE20')).toBeVisible();
  // What was typed before the referral is still there, and still not sent.
  await expect(platform(card)).toHaveValue('30');
  expect(writes.map(({ path }) => path)).toEqual(['instructor-referral/1']);
  expect(writes[0]?.body).toMatchObject({
    commission: 12.5,
    referral: GRACE,
    code: 'MOUSE20',
    discount: 20,
    discount_type: 'percent',
  });
  expect(writes[0]?.key).toBeTruthy();

  await card.getByRole('button', { name: 'Save and update' }).click();
  const preview = page.getByRole('dialog', { name: 'Save and update: Ada Lovelace' });
  await expect(preview.getByRole('table', { name: 'Change by payee' })).toBeVisible();
  await expect(preview.getByText(/past transactions? will be recalculated/)).toBeVisible();
  await preview.getByRole('button', { name: 'Save and update' }).dblclick();
  await expect(page.getByText(savedWithUpdate(3), { exact: true })).toBeVisible();
  await expect(card.getByText(/^recalculating/)).toBeVisible();
  expect(writes.map(({ path }) => path)).toEqual([
    'instructor-referral/1',
    'instructor-commission/1/preview',
    'instructor-commission/1',
  ]);
  expect(writes[2]?.body).toMatchObject({ update: true });
  await expect(card.getByText(/^recalculating/)).toHaveCount(0);
  await expect(card.getByText('has unsaved changes')).toHaveCount(0);
});

test('by keyboard: the same', { tag: '@deep' }, async ({ page }) => {
  await openAs(page, 'superadmin');
  const card = cardOf(page, GRACE);
  await card.scrollIntoViewIfNeeded();
  await card.waitFor();
  await card.getByRole('button', { name: 'History' }).focus();
  await tabTo(page, card.getByRole('button', { name: 'Platform commission' }));
  await page.keyboard.press('Enter');
  await expect(platform(card)).toBeFocused();
  await page.keyboard.type('30');

  await tabTo(page, card.getByRole('button', { name: 'Add referral' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add referral: Grace Hopper' });
  await expect(dialog.getByLabel('Commission amount')).toBeFocused();
  await page.keyboard.type('12.5');
  await page.keyboard.press('Tab');
  const user = dialog.getByRole('combobox', { name: 'Allocate to user' });
  await expect(user).toBeFocused();
  await page.keyboard.type('Radia Hopper');
  await expect(user).toHaveValue('Radia Hopper');
  await expect(page.getByRole('option', { name: /Radia Hopper/ }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByLabel('Discount code'));
  await page.keyboard.type('KEYS20');
  await page.keyboard.press('Tab');
  await page.keyboard.type('20');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(card.getByText('KEYS20')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Add referral' })).toBeFocused();

  await tabTo(page, card.getByRole('button', { name: 'Save and update' }));
  await page.keyboard.press('Enter');
  const preview = page.getByRole('dialog', { name: 'Save and update: Grace Hopper' });
  await expect(preview.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(savedWithUpdate(3), { exact: true })).toBeVisible();
  await expect(card.getByText(/^recalculating/)).toBeVisible();
  await expect(card.getByText(/^recalculating/)).toHaveCount(0);
});

test('the grid: arrows, Enter, undo, save by key', async ({ page }) => {
  await openAs(page, 'superadmin');
  const writes = writesOf(page);
  const card = cardOf(page, TIM);
  await card.waitFor();
  const program = card.getByRole('textbox', { name: 'Program, percent' });
  const instructor = card.getByRole('textbox', { name: 'Instructor, percent' });
  // What the site takes is another file's to change meanwhile.
  const rest = Number(await instructor.inputValue());
  await program.focus();
  await page.keyboard.press('ArrowDown');
  await expect(instructor).toBeFocused();
  await expect(instructor).not.toBeEditable();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('40');
  await expect(instructor).toHaveValue(String(rest + 10));
  await page.keyboard.press('Enter');
  await expect(instructor).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(program).toHaveValue('50');
  await program.fill('41');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(SAVED, { exact: true })).toBeVisible();
  expect(writes).toHaveLength(1);
  expect(writes[0]).toMatchObject({ path: `instructor-commission/${TIM}`, body: { update: false } });
  await expect(card.getByText('has unsaved changes')).toHaveCount(0);
  await expect(program).toHaveValue('41');
});

test('what is typed or pasted is cleaned and cut', { tag: '@deep' }, async ({ page }) => {
  await openAs(page, 'superadmin');
  const card = cardOf(page, ALAN);
  await card.waitFor();
  await card.getByRole('button', { name: 'Platform commission' }).click();
  const cell = platform(card);
  for (const [typed, shown] of [
    ['101', '100'],
    ['-5', '0'],
    ['6,95 %', '6.95'],
    ['1a2', '12'],
    ['3,5', '3.5'],
  ] as const) {
    await cell.fill(typed);
    await expect(cell).toHaveValue(shown);
  }
});

test('a group over 100 says by how much and is not sent', async ({ page }) => {
  await openAs(page, 'superadmin');
  const writes = writesOf(page);
  const card = cardOf(page, MARGARET);
  await card.waitFor();
  await card.getByRole('button', { name: 'Platform commission' }).click();
  await platform(card).fill('54.5');
  await expect(card.getByText('over by 4.5')).toBeVisible();
  await platform(card).press('Control+s');
  await card.getByRole('button', { name: 'Save and update' }).click();
  expect(writes).toEqual([]);
  await expect(page.getByRole('button', { name: /^Close the message/ })).toHaveCount(0);
});

test('an instructor without program: said beside the button, refused on click, nothing sent', {
  tag: '@deep',
}, async ({ page }) => {
  await openAs(page, 'superadmin');
  const writes = writesOf(page);
  const card = cardOf(page, NOA);
  await card.waitFor();
  await expect(card.getByText(PROGRAM_NOT_SET)).toBeVisible();
  await card.getByRole('button', { name: 'Program commission' }).click();
  await expect(page.getByRole('alert').getByText(PROGRAM_NOT_SET, { exact: true })).toBeVisible();
  expect(writes).toEqual([]);
});

test('a referral without amount and user is flagged, not sent, without a toast', { tag: '@deep' }, async ({
  page,
}) => {
  await openAs(page, 'superadmin');
  const writes = writesOf(page);
  await page.goto(`/commissions/instructors?referral=${NOA}`);
  const dialog = page.getByRole('dialog');
  // A name that is typed and not picked is no user.
  const user = dialog.getByRole('combobox', { name: 'Allocate to user' });
  await user.fill('Grace');
  await dialog.getByRole('button', { name: 'Add referral' }).click();
  await expect(dialog.getByText('Choose one from the list, or clear the text')).toBeVisible();
  await user.fill('');
  await dialog.getByRole('button', { name: 'Add referral' }).click();
  await expect(dialog.getByText('Enter an amount')).toBeVisible();
  await expect(dialog.getByText('Pick a user from the suggestions')).toBeVisible();
  expect(writes).toEqual([]);
  await expect(page.getByRole('button', { name: /^Close the message/ })).toHaveCount(0);
});

test('two people at once: the second hears who was first, and loads theirs or keeps mine', {
  tag: '@deep',
}, async ({ page, browser, baseURL }) => {
  const theirs = await browser.newPage({ baseURL });
  await openAs(page, 'superadmin');
  await openAs(theirs, 'programadmin');
  const program = (at: Page) => cardOf(at, MARGARET).getByRole('textbox', { name: 'Program, percent' });
  const notice = cardOf(page, MARGARET).getByRole('alert');
  for (const [theirValue, way, shown] of [
    ['31', 'Load theirs', '31'],
    ['32', 'Keep mine and save', '44'],
  ] as const) {
    await program(page).fill('44');
    await program(theirs).fill(theirValue);
    await Promise.all([
      theirs.waitForResponse(
        (answer) => /instructor-commission\/\d+$/.test(answer.url()) && answer.request().method() === 'POST',
      ),
      program(theirs).press('Control+s'),
    ]);
    await program(page).press('Control+s');
    await expect(notice).toContainText('programadmin@example.com saved this');
    await expect(notice).toContainText(`Program ${theirValue}%`);
    await notice.getByRole('button', { name: way }).click();
    await expect(notice).toHaveCount(0);
    await expect(program(page)).toHaveValue(shown);
  }
  await expect(page.getByText(SAVED, { exact: true })).toBeVisible();
  await theirs.close();
});

test('unsent edits are guarded on Back, on a filter and on a page, and not by a dialog', async ({ page }) => {
  await openAs(page, 'superadmin');
  await page.goto('/');
  await page.getByRole('link', { name: 'Instructor commission' }).click();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  const program = cardOf(page, TIM).getByRole('textbox', { name: 'Program, percent' });
  await program.fill('12');
  await page.getByRole('link', { name: 'Page 2' }).first().click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('textbox', { name: 'Instructor name' }).fill('Grace');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).not.toHaveURL(/name=/);
  await cardOf(page, TIM).getByRole('button', { name: 'Add referral' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(program).toHaveValue('12');
  await page.goBack();
  await expect(program).toHaveValue('12');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).not.toHaveURL(/commissions/);
});

test('a program admin sees the platform row locked, no button for it, and the one program', async ({
  page,
}) => {
  await openAs(page, 'programadmin');
  await expect(page.getByRole('textbox', { name: 'Program', exact: true })).toBeDisabled();
  await expect(page.getByText('Your account is limited to this program')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Platform commission' })).toHaveCount(0);
  await expect(cardOf(page, NOA)).toHaveCount(0);
  const locked = platform(page.locator('main')).first();
  await expect(locked).not.toBeEditable();
  await expect(locked).toHaveAccessibleDescription('Only a superadmin may change the platform commission');
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`nothing for axe to find, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'superadmin');
    // A page of few cards: axe takes its time for fifty.
    await page.goto('/commissions/instructors?name=Ada%20Lovelace');
    await expect(cardOf(page, ADA)).toBeVisible();
    await expectAccessible(page);
    const card = cardOf(page, ADA);
    await card.getByRole('button', { name: 'Save and update' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: 'Add referral' }).click();
    await page.getByRole('dialog').getByLabel('Discount code').fill('X');
    await page.getByRole('dialog').getByRole('button', { name: 'Add referral' }).click();
    await expectAccessible(page);
  });
}

async function openAs(page: Page, role: DemoRole): Promise<void> {
  await signIn(page, role);
  await page.goto('/commissions/instructors');
  await expect(cardOf(page, ADA)).toBeVisible();
}

function cardOf(page: Page, instructor: number): Locator {
  return page.locator(`article[data-row="${instructor}"]`);
}

function platform(tx: Locator): Locator {
  return tx.getByRole('textbox', { name: 'Platform, percent' });
}
