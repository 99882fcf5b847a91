import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { keysOf } from '../../../test/e2e/keyboard.ts';
import { signInAs } from '../../../test/e2e/session.ts';
import { holdToasts } from '../../../test/e2e/waiting/toasts.ts';

const PASSWORD = 'a password of theirs';

let they: ApiCall;
let program_id: number;
let email: string;

test.beforeEach(async ({ baseURL }) => {
  they = await apiAs(baseURL, 'superadmin');
  const tag = `queue-${crypto.randomUUID().slice(0, 8)}`;
  const { body } = await they('POST', 'program', {
    program_data: { program_tag: tag, program_display_name: tag, status: 1 },
  });
  program_id = body.program.id;
  email = `${tag}@example.com`;
  await they('POST', 'user', {
    user_data: { email, password: PASSWORD, program_id, permissions: ['events'] },
  });
});

/** A category whose English has changed since its translations were written. */
async function makeOutdated(name: string, texts: Record<string, string> = { de: 'Etwas' }): Promise<number> {
  const { body } = await they('POST', 'lilt-category', { data: { name, program_id } });
  const { id } = body.category;
  const translations = Object.entries(texts).map(([language_slug, text]) => ({ language_slug, name: text }));
  await they('PATCH', `lilt-category/${id}/translations`, { translations });
  expect((await they('PATCH', `lilt-category/${id}`, { data: { name: `${name} of today` } })).status).toBe(
    200,
  );
  return id;
}

const rowsOf = (page: Page) => page.locator('tr[data-row]');

test('from Home: thirty outdated texts are still right in 33 keys, and Undo gives them all back', async ({
  page,
}) => {
  for (let n = 10; n < 40; n++) await makeOutdated(`Category ${n}`);
  await holdToasts(page);
  await signInAs(page, email, PASSWORD);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const keys = keysOf(page);
  await keys.press('g');
  await keys.press('l');
  await expect(rowsOf(page)).toHaveCount(30);
  await keys.press('j');
  for (let n = 0; n < 30; n++) await keys.press('r');
  await expect(page.getByText('Every translation is up to date')).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(40);
  const done = page.getByRole('status').filter({ hasText: '30 translations marked as up to date' });
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect(rowsOf(page)).toHaveCount(30);
});

test('ticked rows are marked after a question that says how many and in which languages', {
  tag: '@deep',
}, async ({ page }) => {
  await makeOutdated('Books', { de: 'Bücher', fr: 'Livres' });
  await makeOutdated('Games', { de: 'Spiele' });
  await makeOutdated('Toys', { ar: 'ألعاب' });
  await holdToasts(page);
  await signInAs(page, email, PASSWORD);
  await page.goto('/translations/outdated');
  await expect(rowsOf(page)).toHaveCount(3);
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Mark 3 translations as up to date' }).click();
  const question = page.getByRole('dialog', { name: 'Mark 3 translations as up to date' });
  await expect(question.getByText('2 records, in French and German.')).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Mark 3 translations' }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowsOf(page)).toHaveCount(3);

  await page.goto('/translations/outdated?language=fr');
  await page.getByRole('checkbox', { name: 'Select the records of this page' }).check();
  await page.getByRole('button', { name: 'Mark 1 translation as up to date' }).click();
  await page.getByRole('button', { name: 'Mark 1 translation', exact: true }).click();
  await expect(rowsOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rowsOf(page).first()).toContainText('German');
});

test('Space shows the English of then and now with the difference; R marks there and goes on', {
  tag: '@deep',
}, async ({ page }) => {
  await makeOutdated('Books', { ar: 'كتب', de: 'Bücher' });
  const games = await makeOutdated('Games');
  await signInAs(page, email, PASSWORD);
  await page.goto('/translations/outdated');
  await expect(rowsOf(page)).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  const details = page.getByRole('dialog', { name: 'Details' });
  const texts = details.getByRole('region', { name: 'Name' });
  await expect(texts.getByRole('insertion')).toHaveText(' of today');
  await expect(texts.getByRole('deletion')).toHaveCount(0);
  await expect(texts.getByText('كتب')).toHaveAttribute('dir', 'rtl');
  await expectAccessible(page);
  await page.keyboard.press('r');
  await expect(details.getByRole('link', { name: 'Games of today' })).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(1);
  // Saved since: the row stays, and says why.
  await they('PATCH', `lilt-category/${games}`, { data: { name: 'Plays' } });
  await page.keyboard.press('r');
  await expect(details).toHaveCount(0);
  await expect(
    page.getByRole('alert').filter({ hasText: '“Plays” since you opened the list' }),
  ).toBeVisible();
  await expect(rowsOf(page)).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await rowsOf(page).click();
  await expect(texts.getByRole('deletion')).toHaveText('Games');
  await expectToFit(page);
  await details.getByRole('button', { name: 'Mark as up to date: Plays' }).click();
  await expect(page.getByText('Every translation is up to date')).toBeVisible();
});
