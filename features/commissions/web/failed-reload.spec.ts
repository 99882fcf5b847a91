import { expect, type Locator, type Page, test } from '@playwright/test';
import { signIn } from '../../../test/e2e/session.ts';
import { SAVED } from '../rules.ts';

/** A screen of each level, the call that loads its cards, and two cards of the demo that stand on one page. */
const LEVELS = [
  { path: '/commissions/instructors?name=a', call: 'instructors' },
  { path: '/commissions/programs', call: 'program-commissions' },
  { path: '/commissions/classes?name=engine', call: 'class-commissions' },
] as const;

for (const { path, call } of LEVELS) {
  test(`${call}: edits of one card outlive a reload that fails after another was saved`, async ({ page }) => {
    await signIn(page, 'superadmin');
    await page.goto(path);
    const saved = page.locator('article').nth(0);
    const edited = page.locator('article').nth(1);
    await typeInto(edited, '7');
    await typeInto(saved, '8');
    let fails = true;
    let asked = 0;
    await page.route(new RegExp(`/api/wladmin/${call}\\b`), async (route) => {
      asked += 1;
      if (!fails) return route.continue();
      return route.fulfill({ status: 500, json: { message: 'The list is away', code: 'X' } });
    });
    await saved.getByRole('button', { name: 'Save', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The list is away' });
    await expect(alert).toBeVisible();
    await expect(saved).toBeVisible();
    await expect(edited.getByText('has edits that are not saved')).toBeAttached();
    await expect(cellOf(edited)).toHaveValue('7');

    // What stands on the page is kept, even where a reload no longer brings it.
    fails = false;
    const before = asked;
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(alert).toHaveCount(0);
    expect(asked).toBeGreaterThan(before);
    await expect(edited.getByText('has edits that are not saved')).toBeAttached();
    await expect(cellOf(edited)).toHaveValue('7');
  });
}

test('a card with edits stays where a reload comes without it, and is sent from there', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/commissions/instructors?name=a');
  const saved = page.locator('article').nth(2);
  const edited = page.locator('article').nth(3);
  const id = Number(await edited.getAttribute('data-row'));
  await typeInto(edited, '9');
  await typeInto(saved, '8');
  const card = page.locator(`article[data-row="${id}"]`);
  await page.route(/\/api\/wladmin\/instructors\b/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { instructors: { id: number }[] };
    const instructors = body.instructors.filter((row) => row.id !== id);
    await route.fulfill({ response, json: { ...body, instructors } });
  });
  const reloaded = page.waitForResponse(/\/api\/wladmin\/instructors\b/);
  await saved.getByRole('button', { name: 'Save', exact: true }).click();
  await reloaded;
  await expect(page.locator('article').last()).toHaveAttribute('data-row', String(id));
  await expect(cellOf(card)).toHaveValue('9');
  await card.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(SAVED, { exact: true })).toHaveCount(2);
  await expect(card.getByText('has edits that are not saved')).toHaveCount(0);
});

test('the site: an edit outlives a reload that fails', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/commissions/site');
  const field = page.getByLabel('Platform commission');
  await expect(field).not.toHaveValue('');
  const before = await field.inputValue();
  let fails = false;
  let read = 0;
  await page.route('**/api/wladmin/site-commission', async (route) => {
    if (route.request().method() === 'GET') read += 1;
    if (route.request().method() !== 'GET' || !fails) return route.continue();
    return route.fulfill({ status: 500, json: { message: 'It is away', code: 'X' } });
  });
  // The save is answered, and what is typed while it is on its way is an edit of its own.
  await field.fill(before === '12' ? '13' : '12');
  fails = true;
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await field.fill('14');
  await expect(page.getByRole('alert').filter({ hasText: 'It is away' })).toBeVisible();
  expect(read).toBeGreaterThan(0);
  await expect(field).toHaveValue('14');
  fails = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'It is away' })).toHaveCount(0);
  await expect(field).toHaveValue('14');
  await field.fill(before);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Success!', { exact: true }).last()).toBeVisible();
});

/** A referral needs a person, but the row of the platform can always be had. */
async function typeInto(card: Locator, text: string): Promise<void> {
  await expect(card).toBeVisible({ timeout: 20_000 });
  const add = card.getByRole('button', { name: 'Platform commission' });
  if ((await add.count()) > 0) await add.click();
  await cellOf(card).fill(text);
}

function cellOf(card: Locator | Page): Locator {
  return card.getByRole('textbox', { name: 'Platform, percent' });
}
