import { expect, type Locator, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { apiAs } from '../../../test/e2e/api.ts';
import { doneByTexts } from '../../../test/e2e/hostile.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { writesOf } from '../../../test/e2e/writes.ts';
import { XSS_PAYLOADS } from '../../../test/hostile/hostile-html.ts';

const NEWEST = '/landing-pages?sort_by=id&sort_dest=desc';
const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;

async function open(page: Page, path = NEWEST): Promise<void> {
  await page.goto(path);
  await page.locator('tr[data-row]').first().waitFor();
}
const shown = (dialog: Locator) => dialog.frameLocator('iframe');

test('a page is added by keyboard, seen as typed, refused at a path that is taken, changed and translated', async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'superadmin');
  await open(page);
  const writes = writesOf(page);
  const saves = () => writes.filter(({ path }) => !path.endsWith('/preview'));
  const add = page.getByRole('button', { name: 'Add page' });
  const dialog = page.getByRole('dialog', { name: 'Add page' });
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await expect(dialog.getByRole('checkbox', { name: 'Active' })).toHaveCount(0);
  await expect(dialog.getByRole('combobox', { name: 'Program' })).toHaveValue('The Crafts Academy');
  // A click outside is no way out, with or without unsaved work.
  await page.mouse.click(3, 450);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: /^Save and publish/ }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await expect(dialog.getByText('Enter a path')).toBeVisible();
  await expect(dialog.getByText('Choose a template', { exact: true })).toBeVisible();
  await expect(name).toBeFocused();
  expect(saves()).toEqual([]);

  const called = unique('By keyboard');
  const path = `/${called.replaceAll(' ', '-')}`;
  await page.keyboard.type(called);
  await page.keyboard.press('Tab');
  await page.keyboard.type(path);
  await page.keyboard.press('Tab');
  await page.keyboard.type('spot');
  await page.locator('[data-combobox-selected]').waitFor();
  await page.keyboard.press('Enter');
  await expect(shown(dialog).getByRole('heading', { level: 1 })).toHaveText(called);
  await tabTo(page, dialog.getByRole('textbox', { name: 'Title' }));
  await page.keyboard.type('A title & more');
  await expect(shown(dialog).getByRole('heading', { level: 1 })).toHaveText('A title & more');
  await expect(dialog.locator('iframe')).toHaveAttribute('sandbox', '');
  await page.mouse.click(3, 450);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Save and publish on The Crafts Academy' }).click();
  await expect(dialog).toHaveCount(0);
  expect(saves().map(({ body }) => body)).toEqual([
    {
      name: called,
      path,
      title: 'A title & more',
      keywords: '',
      description: '',
      template: 'spotlight.html',
      program_id: 1,
      active: true,
    },
  ]);
  const row = page.locator('tr[data-row]').filter({ hasText: called });
  await expect(row).toContainText(path.toLowerCase());
  await expect(row.getByRole('cell', { name: 'Live', exact: true })).toBeVisible();

  // The same path once more: a toast that stays until it is closed, and the field says it.
  await add.click();
  await name.fill('Another');
  await dialog.getByRole('textbox', { name: 'Path' }).fill(path);
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'letter.html' }).click();
  await dialog.getByRole('button', { name: /^Save and publish/ }).click();
  const taken = 'Another page of this program has this path';
  await expect(dialog.getByText(taken).first()).toBeVisible();
  await page.getByRole('button', { name: `Close the message: ${taken}` }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  await row.getByRole('button', { name: `Translations: ${called}` }).click();
  const translations = page.getByRole('dialog', { name: 'Event translations' });
  await translations.getByRole('tab', { name: /^Hebrew/ }).click();
  await translations.getByRole('textbox', { name: 'Title in Hebrew' }).fill('כותרת');
  await translations.getByRole('button', { name: 'Save 1 language' }).click();
  await expect(translations).toHaveCount(0);

  await row.getByRole('button', { name: `Edit: ${called}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit page: ${called}` });
  await edit.getByRole('combobox', { name: 'Preview in' }).selectOption({ label: 'Hebrew' });
  await expect(shown(edit).getByRole('heading', { level: 1 })).toHaveText('כותרת');
  await expect(shown(edit).locator('html')).toHaveAttribute('dir', 'rtl');
  // What stands in English there keeps the order of its marks, and its place on the right.
  await expect(shown(edit).getByRole('heading', { level: 1 })).toHaveCSS('unicode-bidi', 'plaintext');
  await expect(shown(edit).locator('body')).toHaveCSS('text-align', 'right');
  const preview = '**/api/wladmin/landing-page/preview';
  await page.route(preview, (route) => route.fulfill({ status: 503, json: { message: 'Away', code: 'X' } }));
  await edit.getByRole('combobox', { name: 'Preview in' }).selectOption({ label: 'English' });
  await expect(edit.getByRole('alert').filter({ hasText: 'No preview: Away' })).toBeVisible();
  await page.unroute(preview);
  await edit.getByRole('button', { name: 'Retry' }).click();
  await expect(shown(edit).locator('html')).toHaveAttribute('dir', 'ltr');
  await edit.getByRole('checkbox', { name: 'Active' }).uncheck();
  await edit.getByRole('textbox', { name: 'Title' }).fill('Another title');
  await edit.getByRole('checkbox', { name: 'Only a typo: keep the translations' }).check();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await expect(row.getByRole('cell', { name: 'Off', exact: true })).toBeAttached();
  const id = Number(await row.getAttribute('data-row'));
  const they = await apiAs(baseURL, 'superadmin');
  const texts = (await they('GET', `landing-page/${id}/translations`)).body.translations;
  expect(texts.find((text: { title: string }) => text.title === 'כותרת').outdated).toBe(false);
});

test('nothing of a hundred hostile texts runs in a page, not even without its frame’s walls', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const templates = (await they('GET', 'landing-pages')).body.templates as { file_name: string }[];
  const pages = await Promise.all(
    XSS_PAYLOADS.map(async (hostile, index) => {
      const text = hostile.slice(0, 200);
      const body = { name: text, title: text, keywords: hostile, description: hostile, program_id: 2 };
      const template = templates[index % templates.length]?.file_name;
      const { status, body: answer } = await they('POST', 'landing-page/preview', { ...body, template });
      expect(status).toBe(200);
      return (answer as { html: string }).html;
    }),
  );
  const asked = doneByTexts(page);
  await page.goto('about:blank');
  // Neither the empty sandbox nor the page's own policy: escaping alone has to do.
  const bare = pages.map((html) => html.replace(/<meta http-equiv[^>]*>/, ''));
  await page.evaluate(async (all) => {
    for (const html of all) {
      const frame = document.createElement('iframe');
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      frame.srcdoc = html;
      document.body.append(frame);
      await loaded;
      const inside = frame.contentDocument?.querySelectorAll('script, img, iframe, svg, [onload], [onerror]');
      if (!inside || inside.length > 0) throw new Error(`made elements: ${html}`);
      frame.remove();
    }
  }, bare);
  expect(asked).toEqual([]);
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`nothing for axe to find in the form and it fits, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'programadmin');
    await open(page);
    // Of the own program, which nobody can change.
    await expect(page.getByRole('textbox', { name: 'Program' })).toBeDisabled();
    await page.goto('/landing-pages?edit=1');
    const edit = page.getByRole('dialog', { name: 'Edit page' });
    await expect(shown(edit).getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectToFit(page, String(width));
      await expectAccessible(page, String(width));
    }
  });
}
