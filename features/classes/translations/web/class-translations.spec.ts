import { expect, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../../test/deep.ts';
import { expectAccessible } from '../../../../test/e2e/accessible.ts';
import { type ApiCall, apiAs } from '../../../../test/e2e/api.ts';
import { signIn } from '../../../../test/e2e/session.ts';

/** Of the demo: one with translations, some of which are outdated, and some that no other test saves. */
const NUMBERS = 2;
const [KEYS, BOTH] = [1501, 1502];

let they: ApiCall;

test.beforeEach(async ({ baseURL }) => {
  they = await apiAs(baseURL, 'superadmin');
});

test('by keyboard: three fields, one save for all that changed, and the page stays', async ({ page }) => {
  await open(page, KEYS);
  await expect(page.getByRole('textbox', { name: 'Class name in English' })).not.toBeEditable();
  const name = page.getByRole('textbox', { name: /^Class name in (?!English)/ });
  await name.focus();
  await page.keyboard.type('课程');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Chinese \(Taiwan\)/);
  await expect(page.getByRole('textbox', { name: 'Class name in Chinese (Taiwan)' })).toBeFocused();
  await page.keyboard.type('課程');
  // Past the English one, which is to be read and copied.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('很長的說明');
  await expect(page.getByRole('button', { name: 'Save 2 languages' })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved successful')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Description in Chinese (Taiwan)' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  const { translations } = (await they('GET', `class/${KEYS}/translations`)).body;
  expect(translations.find((row: { language_slug: string }) => row.language_slug === 'zh-TW')).toMatchObject({
    class_name: '課程',
    description: '很長的說明',
    additional_info: '',
  });

  await page.keyboard.type('!');
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await expect(question).toContainText('You changed Chinese (Taiwan).');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.route('**/translations', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { message: 'The disk is full', code: 'X' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Save 1 language' }).click();
  await expect(page.getByText('The disk is full')).toBeVisible();
});

test('two at once: told by name, chosen by language and field, and both kept', { tag: '@deep' }, async ({
  page,
}) => {
  await open(page, BOTH);
  await page.getByRole('tab', { name: /^German/ }).click();
  await page.getByRole('textbox', { name: 'Class name in German' }).fill('Meins');
  await page.getByRole('textbox', { name: 'Description in German' }).fill('Meine');
  const theirs = [
    { language_slug: 'de', class_name: 'Deren' },
    { language_slug: 'it', class_name: 'Loro' },
  ];
  expect((await they('PATCH', `class/${BOTH}/translations`, { translations: theirs })).status).toBe(200);
  await page.getByRole('button', { name: 'Save 1 language' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Changed by another admin' });
  await expect(notice).toContainText('superadmin@example.com saved this');
  await notice.getByRole('radiogroup', { name: 'Class name in German' }).getByRole('radio').last().check();
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByText('Saved successful')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Class name in German' })).toHaveValue('Deren');
  const { translations } = (await they('GET', `class/${BOTH}/translations`)).body;
  const of = (slug: string) =>
    translations.find((row: { language_slug: string }) => row.language_slug === slug);
  expect(of('de')).toMatchObject({ class_name: 'Deren', description: 'Meine' });
  expect(of('it')).toMatchObject({ class_name: 'Loro' });
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`outdated ones and what differs, nothing for axe to find, at every width, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, NUMBERS);
    await page.getByRole('tab', { name: /^Hindi.*outdated/ }).click();
    await expect(page.getByText('Outdated in Hindi: Class name')).toBeVisible();
    const description = page.getByRole('textbox', { name: 'Description in Hindi' });
    await expect(description).toHaveAccessibleDescription(
      'Missing from translation: https://example.com/bernoulli Not in the English: ६',
    );
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Urdu: 0 of 3');
    await expect(page.getByRole('textbox', { name: 'Class name in Urdu' })).toHaveAttribute('dir', 'rtl');
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
}

test('a class of another program, and none at all, is not there', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'admin');
  const missing = page.getByRole('heading', { name: 'Page not found' });
  for (const id of [await foreignClass(), 999_999, 'x']) {
    await page.goto(`/class-translations/${id}`);
    await expect(missing).toBeVisible();
    await expect(page.getByText(`There is no class #${id}, or it belongs to another program.`)).toHaveCount(
      id === 'x' ? 0 : 1,
    );
  }
});

/** One that is neither at home in the bound admin's program nor sold there. */
async function foreignClass(): Promise<number> {
  const listed = async (program_id: number): Promise<number[]> => {
    const { classes } = (await they('GET', `classes?program_id=${program_id}&page=1`)).body;
    return classes.map(({ id }: { id: number }) => id);
  };
  for (const id of await listed(3)) {
    const { programs } = (await they('GET', `class/${id}/programs`)).body;
    if (programs.every(({ program_id }: { program_id: number }) => program_id !== 2)) return id;
  }
  throw new Error('every class of program 3 is sold in program 2');
}

async function open(page: Page, id: number): Promise<void> {
  await signIn(page, 'superadmin');
  await page.goto(`/class-translations/${id}`);
  await expect(
    page.getByRole('heading', { name: new RegExp(`^Translations of class #${id}`) }),
  ).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(26);
}
