import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { signIn } from '../../../test/e2e/session.ts';

let they: ApiCall;

test.beforeEach(async ({ page, baseURL }) => {
  they = await apiAs(baseURL, 'superadmin');
  await signIn(page, 'superadmin');
});

test('an English change marks what was made from the older one; written anew or still right, it is so no more', async ({
  page,
}) => {
  const id = await translated('3 books of {name}', {
    de: '3 Bücher von {name}',
    ar: '٣ كتب',
    fr: '4 livres de {name}',
  });
  await they('PATCH', `lilt-category/${id}`, { data: { name: '3 novels of {name}' } });
  await page.goto(`/giveaways/categories?name=%23${id}&translations=${id}`);
  const dialog = page.getByRole('dialog', { name: /^Translations: 3 novels/ });
  const tabs = dialog.getByRole('tab');
  await expect(tabs.filter({ has: page.getByRole('img', { name: 'outdated' }) })).toHaveCount(3);
  await dialog.getByRole('switch', { name: 'Outdated first (3)' }).check({ force: true });
  await expect(tabs.first()).toHaveText(/^French/);
  await dialog.getByRole('textbox', { name: 'Find a language' }).focus();
  await page.keyboard.press('Alt+Shift+ArrowDown');
  const chosen = dialog.getByRole('tab', { selected: true });
  const text = dialog.getByRole('textbox', { name: /^Name in (?!English)/ });
  await expect(chosen).toHaveText(/^French/);
  await expect(text).toBeFocused();
  await expect(text).toHaveAccessibleDescription(
    'The English changed after this was written. Missing from translation: 3 Not in the English: 4',
  );
  await expectAccessible(page);
  await text.fill('3 romans de {name}');
  await expect(text).toHaveAccessibleDescription('');

  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(chosen).toHaveText(/^German/);
  await expect(text).toBeFocused();
  await page.keyboard.press('Alt+r');
  await expect(dialog.getByRole('checkbox', { name: 'Still right' })).toBeChecked();
  await page.keyboard.press('Alt+r');
  await expect(dialog.getByRole('checkbox', { name: 'Still right' })).not.toBeChecked();
  await page.keyboard.press('Alt+r');

  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(chosen).toHaveText(/^Arabic/);
  await expect(text).toBeFocused();
  await expect(text).toHaveAccessibleDescription(/Missing from translation: \{name\}$/);
  await expect(dialog.getByRole('switch', { name: 'Outdated first (1)' })).toBeChecked();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Save 2 languages' }).click();
  expect((await sent).postDataJSON().translations).toEqual([
    { language_slug: 'fr', name: '3 romans de {name}', update: true },
    { language_slug: 'de', name: '3 Bücher von {name}', update: true, still_right: true },
  ]);
  await expect(dialog).toHaveCount(0);
  expect(await outdated(id)).toEqual(['ar']);
});

test('opened from the list of outdated ones they are at that language, and the keys work from anywhere', {
  tag: '@deep',
}, async ({ page }) => {
  const name = `Books ${crypto.randomUUID().slice(0, 8)}`;
  const id = await translated(name, { de: 'Bücher', fr: 'Livres' });
  await they('PATCH', `lilt-category/${id}`, { data: { name: `${name}!` } });
  await page.goto('/translations/outdated?noun=gift_category&language=fr&sort_by=id&sort_dest=desc');
  await page.getByRole('link', { name: `${name}!` }).click();
  const dialog = page.getByRole('dialog', { name: `Translations: ${name}!` });
  const chosen = dialog.getByRole('tab', { selected: true });
  await expect(chosen).toHaveText(/^French/);
  await dialog.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Alt+r');
  await expect(dialog.getByRole('checkbox', { name: 'Still right' })).toBeChecked();
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(chosen).toHaveText(/^German/);
  await dialog.getByRole('button', { name: 'Save 1 language' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).not.toHaveURL(/translate_to/);
});

test('still right is said of the English that was read: another one takes it back', { tag: '@deep' }, async ({
  page,
}) => {
  const id = await translated('Books', { de: 'Bücher' });
  await they('PATCH', `lilt-category/${id}`, { data: { name: 'Novels' } });
  await page.goto(`/giveaways/categories?name=%23${id}&translations=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Translations: Novels' });
  await dialog.getByRole('tab', { name: /^German/ }).click();
  await dialog.getByRole('checkbox', { name: 'Still right' }).check();
  await they('PATCH', `lilt-category/${id}`, { data: { name: 'Toys' } });
  await dialog.getByRole('button', { name: 'Save 1 language' }).click();
  await dialog.getByRole('button', { name: 'Load theirs' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Still right' })).not.toBeChecked();
  expect(await outdated(id)).toEqual(['de']);
});

test('only a typo: offered where the text has translations, and spares them; on a phone the choice says what is outdated', {
  tag: '@deep',
}, async ({ page }) => {
  const id = await translated('Bookes', { de: 'Bücher', fr: 'Livres' });
  await page.goto(`/giveaways/categories?name=%23${id}&edit=${id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit category/ });
  const typo = dialog.getByRole('checkbox', { name: 'Only a typo: keep the translations' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(typo).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Books');
  await expect(typo).toHaveAccessibleDescription('Otherwise outdated: French, German.');
  await typo.check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await outdated(id)).toEqual([]);

  await they('PATCH', `lilt-category/${id}`, { data: { name: 'Novels' } });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/giveaways/categories?name=%23${id}&translations=${id}`);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('German: 1 of 1, outdated');
  await expect(page.getByText('Outdated in German: Name')).toBeVisible();
  await expectAccessible(page);
});

async function translated(name: string, texts: Record<string, string>): Promise<number> {
  const { body } = await they('POST', 'lilt-category', { data: { name, program_id: 0 } });
  const { id } = body.category;
  const translations = Object.entries(texts).map(([language_slug, text]) => ({ language_slug, name: text }));
  expect((await they('PATCH', `lilt-category/${id}/translations`, { translations })).status).toBe(200);
  return id;
}

async function outdated(id: number): Promise<string[]> {
  const { translations } = (await they('GET', `lilt-category/${id}/translations`)).body;
  return translations.flatMap((row: { language_slug: string; outdated: boolean }) =>
    row.outdated ? [row.language_slug] : [],
  );
}
