/** Steps of tests that press keys alone. */
import { expect, type Locator, type Page } from '@playwright/test';
import { type Keys, keysOf } from '../keyboard.ts';
import { signIn } from '../session.ts';

/** Opens Home as a superadmin; the keys are counted from there. */
export async function home(page: Page): Promise<Keys> {
  await signIn(page, 'superadmin');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  return keysOf(page);
}

/** Opens what the search finds, by as many arrows as it stands below the first. */
export async function search(keys: Keys, page: Page, typed: string, wanted: RegExp): Promise<void> {
  await keys.press('Control+k');
  await keys.type(typed);
  await expect(page.getByRole('option', { name: wanted }).first()).toBeVisible();
  const marked = page.getByRole('option', { selected: true });
  for (let text = await textOf(marked); !wanted.test(text); text = await textOf(marked)) {
    await keys.press('ArrowDown');
    await expect(marked).not.toHaveText(text);
  }
  await keys.press('Enter');
}

async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? '';
}

/** Waits until a chooser has marked its first choice, which Enter takes. */
export async function first(page: Page): Promise<void> {
  await expect(page.locator('[data-combobox-selected]').first()).toBeVisible();
}

/** Goes to a list by its letter, and waits for its rows. */
export async function goTo(page: Page, keys: Keys, letter: string, title: string): Promise<void> {
  await keys.press('g');
  await keys.press(letter);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
}
