import { expect, type Locator, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../../test/deep.ts';
import { expectAccessible } from '../../../../test/e2e/accessible.ts';
import { tabTo } from '../../../../test/e2e/keyboard.ts';
import { type DemoRole, signIn } from '../../../../test/e2e/session.ts';
import { writesOf } from '../../../../test/e2e/writes.ts';
import { SAVED, savedWithUpdate } from '../../rules.ts';

const PROGRAM = 3;
const OTHER = 4;

test('by mouse: a program referral for one of its instructors; without a user nothing is sent', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto(`/commissions/instructors?program_id=${PROGRAM}`);
  const name = await page.locator('article h2').first().innerText();
  const id = await page.locator('article').first().getAttribute('data-row');
  await page.goto(`/commissions/programs?program_id=${PROGRAM}`);
  const writes = writesOf(page);
  const button = cardOf(page, PROGRAM).getByRole('button', { name: 'Program referral' });
  await button.click();
  await expect(page).toHaveURL(/refer=3$/);
  const dialog = page.getByRole('dialog', { name: /^Program referral: / });
  await dialog.getByRole('button', { name: 'Add program referral' }).click();
  await expect(dialog.getByText('Pick a user from the suggestions')).toBeVisible();
  expect(writes).toEqual([]);

  const asked = page.waitForRequest(/user-search/);
  await dialog.getByRole('combobox', { name: 'Refer to user' }).fill(`${name} `);
  expect(new URL((await asked).url()).searchParams.get('program_id')).toBe(String(PROGRAM));
  await page.getByRole('option', { name }).first().click();
  await dialog.getByRole('button', { name: 'Add program referral' }).dblclick();
  await expect(page.getByRole('status').getByText(SAVED, { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
  expect(writes).toHaveLength(1);
  expect(writes[0]).toMatchObject({
    path: `program-referral-instructor/${PROGRAM}`,
    body: { referral: Number(id) },
  });
});

test('a referral needs the user alone, and is removed after a question', { tag: '@deep' }, async ({
  page,
}) => {
  await openAs(page, 'superadmin', PROGRAM);
  const card = cardOf(page, PROGRAM);
  const writes = writesOf(page);
  await card.getByRole('button', { name: 'Add referral' }).click();
  const dialog = page.getByRole('dialog', { name: /^Add referral: / });
  await dialog.getByRole('button', { name: 'Add referral' }).click();
  await expect(dialog.getByText('Enter an amount')).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Allocate to user' }).fill('a');
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Add referral' }).click();
  await expect(dialog).toHaveCount(0);
  expect(writes).toHaveLength(1);
  expect(writes[0]).toMatchObject({ path: `program-referral/${PROGRAM}`, body: { commission: 0 } });

  const row = card.locator('tr[data-type="2"]');
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: /^Remove Referral/ }).click();
  const question = page.getByRole('dialog', { name: 'Remove the commission?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
  expect(writes).toHaveLength(2);
});

test('by keyboard: a percentage, save, save and update, the chip until it has run', { tag: '@deep' }, async ({
  page,
}) => {
  await openAs(page, 'superadmin', OTHER);
  const card = cardOf(page, OTHER);
  const program = card.getByRole('textbox', { name: 'Program, percent' });
  const before = await program.inputValue();
  await page.getByRole('combobox', { name: 'Program' }).focus();
  await tabTo(page, program);
  await page.keyboard.type('13');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(SAVED, { exact: true })).toBeVisible();
  await program.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(before);
  await tabTo(page, card.getByRole('button', { name: 'Save and update' }));
  await page.keyboard.press('Enter');
  const preview = page.getByRole('dialog', { name: /^Save and update: / });
  // A whole program's sales are looked at.
  await expect(preview.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(savedWithUpdate(3), { exact: true })).toBeVisible();
  await expect(card.getByText(/^recalculating/)).toBeVisible();
  await expect(card.getByText(/^recalculating/)).toHaveCount(0);
});

test('a program admin finds the one program, and the filter locked', { tag: '@deep' }, async ({ page }) => {
  await openAs(page, 'programadmin', 2);
  await expect(page.locator('article')).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: 'Program', exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Platform commission' })).toHaveCount(0);
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`nothing for axe to find, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openAs(page, 'superadmin', PROGRAM);
    await expectAccessible(page);
    await page.goto(`/commissions/programs?program_id=${PROGRAM}&refer=${PROGRAM}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Add program referral' }).click();
    await expectAccessible(page);
  });
}

async function openAs(page: Page, role: DemoRole, program: number): Promise<void> {
  await signIn(page, role);
  await page.goto(`/commissions/programs?program_id=${program}`);
  await cardOf(page, program).waitFor();
}

function cardOf(page: Page, program: number): Locator {
  return page.locator(`article[data-row="${program}"]`);
}
