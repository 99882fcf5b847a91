import { expect, type Locator, type Page, test } from '@playwright/test';
import { inDepth } from '../../../../test/deep.ts';
import { type ApiCall, apiAs } from '../../../../test/e2e/api.ts';
import { signIn } from '../../../../test/e2e/session.ts';

/** A card of each level that no other test saves: where it stands, and its calls. */
const LEVELS = [
  { level: 'instructor', id: 41, path: '/commissions/instructors?name=%2341', group: 'instructor' },
  { level: 'program', id: 7, path: '/commissions/programs?program_id=7', group: 'program' },
  { level: 'class', id: 61, path: '/commissions/classes?name=%2361', group: 'class' },
] as const;

/** All of them are the same card, and choose in the same way. */
const CHOOSING = inDepth<readonly string[]>(['class'], ['instructor', 'program', 'class']);

let they: ApiCall;

test.beforeEach(async ({ page, baseURL }) => {
  they = await apiAs(baseURL, 'superadmin');
  await signIn(page, 'superadmin');
});

for (const { level, id, path, group } of inDepth(LEVELS.slice(-1), [...LEVELS])) {
  const store = (platform: number, program: number, more: object[] = []) =>
    they('POST', `${level}-commission/${id}`, {
      commission: [{ type: 0, commission: platform }, { type: 1, commission: program }, ...more],
      update: false,
    });
  const stored = async () => {
    const { body } = await they('GET', `${level}-commission/${id}`);
    return Object.fromEntries(
      body[group].commissions.map((row: { type: number; commission: number }) => [row.type, row.commission]),
    );
  };

  test(`${level}: other rows, mine and theirs both stand`, { tag: '@deep' }, async ({ page }) => {
    expect((await store(10, 20)).status).toBe(200);
    await page.goto(path);
    const card = cardOf(page, id);
    await expect(cellOf(card, 'Program')).toHaveValue('20');
    await cellOf(card, 'Program').fill('25');
    await store(12, 20);
    await card.getByRole('button', { name: 'Save', exact: true }).click();
    const notice = noticeIn(card);
    await expect(notice).toContainText('superadmin@example.com saved this');
    await expect(notice.getByRole('radio')).toHaveCount(0);
    await notice.getByRole('button', { name: 'Keep mine and save' }).click();
    await expect(page.getByText('Success!', { exact: true })).toBeVisible();
    await expect(cellOf(card, 'Platform')).toHaveValue('12');
    await expect(cellOf(card, 'Program')).toHaveValue('25');
    expect(await stored()).toMatchObject({ 0: 12, 1: 25 });
  });

  if (!CHOOSING.includes(level)) continue;
  test(`${level}: the same figure, and a row that they removed, by choice`, async ({ page }) => {
    await store(10, 20);
    await page.goto(path);
    const card = cardOf(page, id);
    await expect(cellOf(card, 'Program')).toHaveValue('20');
    await cellOf(card, 'Platform').fill('30');
    await cellOf(card, 'Program').fill('25');
    await they('POST', `${level}-commission/${id}`, {
      commission: [{ type: 0, commission: 15 }],
      update: false,
    });
    await card.getByRole('button', { name: 'Save', exact: true }).click();
    const notice = noticeIn(card);
    const platform = notice.getByRole('radiogroup', { name: 'Platform, commission' });
    const program = notice.getByRole('radiogroup', { name: 'Program, commission' });
    await expect(platform.getByRole('radio', { name: 'Yours: 30%' })).toBeChecked();
    await platform.getByRole('radio', { name: 'Theirs: 15%' }).check();
    await expect(program.getByRole('radio', { name: 'Theirs: removed' })).not.toBeChecked();
    await notice.getByRole('button', { name: 'Keep mine and save' }).click();
    await expect(page.getByText('Success!', { exact: true })).toBeVisible();
    expect(await stored()).toMatchObject({ 0: 15, 1: 25 });
  });
}

test('what does not fit together stays on the card, marked, and is not sent', { tag: '@deep' }, async ({
  page,
}) => {
  const [{ id, path }] = LEVELS;
  const rows = (platform: number, program: number) => ({
    commission: [
      { type: 0, commission: platform },
      { type: 1, commission: program },
    ],
    update: false,
  });
  await they('POST', `instructor-commission/${id}`, rows(10, 20));
  await page.goto(path);
  const card = cardOf(page, id);
  await cellOf(card, 'Program').fill('60');
  await they('POST', `instructor-commission/${id}`, rows(50, 20));
  await card.getByRole('button', { name: 'Save', exact: true }).click();
  await noticeIn(card).getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(card.getByText('over by 10')).toBeVisible();
  await cellOf(card, 'Program').fill('45');
  await card.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Success!', { exact: true })).toBeVisible();
});

test('a referral added here meets a figure that somebody else has changed: asked about, not overwritten', async ({
  page,
}) => {
  const [{ id, path }] = LEVELS;
  const rows = (platform: number) => ({ commission: [{ type: 0, commission: platform }], update: false });
  await they('POST', `instructor-commission/${id}`, rows(10));
  await page.goto(path);
  const card = cardOf(page, id);
  await cellOf(card, 'Platform').fill('11');
  await they('POST', `instructor-commission/${id}`, rows(30));
  await card.getByRole('button', { name: 'Add referral' }).click();
  const dialog = page.getByRole('dialog', { name: /^Add referral/ });
  await dialog.getByLabel('Commission amount').fill('1');
  await dialog.getByRole('combobox', { name: 'Allocate to user' }).fill('Ada Lovelace');
  await page
    .getByRole('option', { name: /Ada Lovelace/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Add referral' }).click();
  await expect(dialog).toHaveCount(0);
  const choice = noticeIn(card).getByRole('radiogroup', { name: 'Platform, commission' });
  await choice.getByRole('radio', { name: 'Theirs: 30%' }).check();
  await noticeIn(card).getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(cellOf(card, 'Platform')).toHaveValue('30');
  await expect(card.locator('tr[data-type="2"]')).toHaveCount(1);
});

test('a group that is gone is said to be, and its edits stay', { tag: '@deep' }, async ({ page }) => {
  const rows = { commission: [{ type: 0, commission: 10 }], update: false };
  await they('POST', `instructor-commission/${LEVELS[0].id}`, rows);
  await page.goto(LEVELS[0].path);
  const card = cardOf(page, LEVELS[0].id);
  await cellOf(card, 'Platform').fill('7');
  await page.route('**/instructor-commission/**', (route) =>
    route.fulfill({ status: 404, json: { message: 'Not found', code: 'NOT_FOUND' } }),
  );
  await card.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(card.getByRole('alert').filter({ hasText: 'No longer available' })).toBeVisible();
  await expect(cellOf(card, 'Platform')).toHaveValue('7');
});

function cardOf(page: Page, id: number): Locator {
  return page.locator(`article[data-row="${id}"]`);
}

function cellOf(card: Locator, row: 'Platform' | 'Program'): Locator {
  return card.getByRole('textbox', { name: `${row}, percent` });
}

function noticeIn(tx: Locator | Page): Locator {
  return tx.getByRole('alert').filter({ hasText: 'Changed by another admin' });
}
