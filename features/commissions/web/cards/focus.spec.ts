import { expect, test } from '@playwright/test';
import { apiAs } from '../../../../test/e2e/api.ts';
import { expectFocusIsKept } from '../../../../test/e2e/focus.ts';
import { DEMO_PASSWORD, signIn, signInAs } from '../../../../test/e2e/session.ts';

/** Programs of the demo that no other test saves; nothing is saved here either. */
const PROGRAM = 4;

test('the dialogs of a card keep the focus, whatever ends them', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto(`/commissions/programs?program_id=${PROGRAM}`);
  const card = page.locator(`article[data-row="${PROGRAM}"]`);
  const add = page.getByRole('dialog', { name: /^Add referral: / });
  await expectFocusIsKept(page, {
    opener: card.getByRole('button', { name: 'Add referral' }),
    dialog: add,
    first: add.getByRole('textbox', { name: 'Commission amount' }),
    fill: async () => {
      await add.getByRole('textbox', { name: 'Commission amount' }).fill('1');
      await add.getByRole('combobox', { name: 'Allocate to user' }).fill('a');
      await page.getByRole('option').filter({ visible: true }).first().click();
    },
    saves: `**/program-referral/${PROGRAM}`,
  });
  const history = card.getByRole('button', { name: 'History' });
  await history.click();
  await expect(page.getByRole('dialog', { name: /^History: / })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(history).toBeFocused();
});

test('a save on its way or refused, and theirs loaded, keep the focus on the card', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto(`/commissions/programs?program_id=${PROGRAM}`);
  const card = page.locator(`article[data-row="${PROGRAM}"]`);
  const save = card.locator('[data-save]');
  await card.getByRole('textbox').first().fill('1');
  let status = 500;
  await page.route(`**/program-commission/${PROGRAM}`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status, json: { message: 'No', code: 'X' } })
      : route.continue(),
  );
  await save.click();
  await expect(card.getByRole('alert')).toContainText('No');
  await expect(card.locator(':focus')).toHaveCount(1);
  status = 409;
  await save.click();
  const notice = card.getByRole('alert').filter({ hasText: 'Changed by another admin' });
  await notice.getByRole('button', { name: 'Load theirs' }).click();
  await expect(notice).toHaveCount(0);
  await expect(save).toBeFocused();
});

test('a dialog of a card on another page opens by its address; one that is not there says so', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { instructors } = (await they('GET', 'instructors?page=2')).body;
  const { id, first_name } = instructors[0];
  await signIn(page, 'superadmin');
  const dialog = page.getByRole('dialog');
  await page.goto(`/commissions/instructors?history=${id}`);
  await expect(dialog).toHaveAccessibleName(new RegExp(`^History: ${first_name}`));
  await page.goto(`/commissions/instructors?referral=${id}`);
  await expect(dialog).toHaveAccessibleName(new RegExp(`^Add referral: ${first_name}`));
  await page.goto('/commissions/programs?program_id=2&refer=3');
  await expect(dialog).toHaveAccessibleName(/^Program referral: /);
  await page.goto('/commissions/instructors?refer=1');
  await expect(dialog).toContainText('Only a program can refer instructors.');
  await page.goto('/commissions/instructors?history=99999');
  await expect(dialog).toContainText('There is no instructor #99999, or it belongs to another program.');
  await page.goto('/commissions/instructors?recalculation=99999');
  await expect(dialog).toContainText('There is no recalculation #99999, or it belongs to another program.');
});

test('the dialog of the class screen has its quoted title, with the class below it', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { classes } = (await they('GET', 'class-commissions?page=2')).body;
  await signIn(page, 'superadmin');
  await page.goto(`/commissions/classes?referral=${classes[0].id}`);
  const dialog = page.getByRole('dialog', { name: 'Add referral commission', exact: true });
  await expect(dialog.getByText(classes[0].class_name, { exact: true })).toBeVisible();
});

test('nothing is asked of the server after signing out', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/commissions/programs');
  await expect(page.getByRole('article').first()).toBeVisible();
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(response.url());
  });
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/login/);
  // By the time that somebody has signed in again, whatever was asked has been answered.
  await signInAs(page, 'superadmin@example.com', DEMO_PASSWORD);
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(refused).toEqual([]);
});
