import { expect, type Locator, type Page, test } from '@playwright/test';
import { inDepth } from '../../../../test/deep.ts';
import { signIn } from '../../../../test/e2e/session.ts';
import { SAVED } from '../../rules.ts';

/** A screen of each level, the call that loads its cards, and two of them that no other test touches. */
const LEVELS = [
  { path: '/commissions/instructors', call: 'instructors', saved: 43, edited: 44 },
  { path: '/commissions/programs', call: 'program-commissions', saved: 8, edited: 6 },
  { path: '/commissions/classes?page=2', call: 'class-commissions', saved: 63, edited: 64 },
] as const;

// Each has the same cards.
for (const { path, call, ...ids } of inDepth(LEVELS.slice(1, 2), [...LEVELS])) {
  test(`${call}: edits of one card outlive a reload that fails after another was saved`, async ({ page }) => {
    await signIn(page, 'superadmin');
    await page.goto(path);
    const saved = cardOf(page, ids.saved);
    const edited = cardOf(page, ids.edited);
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
    await expect(edited.getByText('has unsaved changes')).toBeAttached();
    await expect(cellOf(edited)).toHaveValue('7');

    // What stands on the page is kept, even where a reload no longer brings it.
    fails = false;
    const before = asked;
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(alert).toHaveCount(0);
    expect(asked).toBeGreaterThan(before);
    await expect(edited.getByText('has unsaved changes')).toBeAttached();
    await expect(cellOf(edited)).toHaveValue('7');
  });
}

// An answer may be on its way as a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('a card with edits stays where a reload comes without it, and is sent from there', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/commissions/instructors');
  const id = 46;
  const saved = cardOf(page, 45);
  const card = cardOf(page, id);
  await typeInto(card, '9');
  await typeInto(saved, '8');
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
  // The toast of the first must not be taken for that of the second.
  await expect(page.getByText(SAVED, { exact: true })).toHaveCount(0);
  await card.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(SAVED, { exact: true })).toBeVisible();
  await expect(card.getByText('has unsaved changes')).toHaveCount(0);
});

/** A referral needs a person, but the row of the platform can always be had. */
async function typeInto(card: Locator, text: string): Promise<void> {
  await card.waitFor();
  const add = card.getByRole('button', { name: 'Platform commission' });
  if ((await add.count()) > 0) await add.click();
  await cellOf(card).fill(text);
}

function cardOf(page: Page, id: number): Locator {
  return page.locator(`article[data-row="${id}"]`);
}

function cellOf(card: Locator): Locator {
  return card.getByRole('textbox', { name: 'Platform, percent' });
}
