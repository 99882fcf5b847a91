import { expect, type Locator, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { apiAs } from '../../../test/e2e/api.ts';
import { keysOf } from '../../../test/e2e/keyboard.ts';
import { search } from '../../../test/e2e/keys/key-steps.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { XSS_PAYLOADS } from '../../../test/hostile/hostile-html.ts';

/** Of a template that the demo has none of: what is saved here is this file's own. */
const AT = '/email/templates?program_id=4&template=account_cancelled';

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'HTML' });
const mailOf = (page: Page) => page.frameLocator('iframe');
async function write(editor: Locator, text: string): Promise<void> {
  await editor.click();
  await editor.press('ControlOrMeta+a');
  await editor.page().keyboard.insertText(text);
}

async function choose(page: Page, label: string, words: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.keyboard.type(words);
  await expect(page.getByRole('option', { name: words })).toHaveAttribute('data-combobox-selected');
  await page.keyboard.press('Enter');
}

test('the search finds a template by its name and its type, and opens it in the editor', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  for (const [typed, type] of [
    ['payout details', 'payment_changed'],
    ['sign_up_import', 'sign_up_import'],
  ] as const) {
    await search(keysOf(page), page, typed, new RegExp(`Email template · ${type}$`));
    await expect(page).toHaveURL(new RegExp(`/email/templates\\?template=${type}$`));
    await expect(page.getByRole('textbox', { name: 'Subject' })).toBeVisible();
  }
});

test('a template is chosen, inherited, written, tried, saved, and taken away', async ({ page, baseURL }) => {
  await signIn(page, 'superadmin');
  await page.goto('/email/templates');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const sendTest = page.getByRole('button', { name: 'Send test' });
  await expect(page.getByText('Choose a template to edit')).toBeVisible();
  await expect(save.or(sendTest)).toHaveCount(0);
  await choose(page, 'Template', 'account_cancelled');
  await expect(page.getByText('Using the built-in template')).toBeVisible();
  await expect(save).toBeVisible();
  await page.goto(`${AT}&language=es`);
  await expect(mailOf(page).getByText('Hello Ada,')).toBeVisible();

  const subject = page.getByRole('textbox', { name: 'Subject' });
  await subject.fill('Adiós, ');
  await page.getByRole('button', { name: 'Insert placeholder' }).click();
  await page.getByRole('menuitem', { name: /^student_first_name/ }).click();
  await expect(subject).toHaveValue('Adiós, ::[[student_first_name]]::');
  await expect(subject).toBeFocused();
  await write(editorOf(page), '<p>Adiós</p>\n<p>::[[class_name]]::</p>');
  await expect(page.getByText('Line 2: ::[[class_name]]:: has no value in account_cancelled')).toBeVisible();
  // A save that is under way is waited for: another press meanwhile is none.
  const refused = page.waitForResponse((answer) => answer.status() === 400);
  await page.keyboard.press('ControlOrMeta+s');
  await refused;
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await write(editorOf(page), '<p>Adiós</p>\n<p onclick="x">::[[content]]::</p>');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Line 2: onclick: is not allowed')).toHaveCount(1);
  await write(
    editorOf(page),
    '<p>Adiós, ::[[program_name]]::</p><img src="https://images.example/x.png" alt="Logo">',
  );
  await expect(mailOf(page).getByText(/^Adiós, [^:]/)).toBeVisible();
  await expect(page.getByText('Errors in the HTML')).toHaveCount(0);

  await sendTest.click();
  const dialog = page.getByRole('dialog', { name: /^Send test email/ });
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('superadmin@example.com');
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByRole('status').getByText('Test email send successful')).toBeVisible();
  await expect(sendTest).toBeFocused();
  await expect(editorOf(page)).toContainText('images.example');

  await editorOf(page).focus();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByText('in Spanish, own template.')).toBeVisible();

  const call = await apiAs(baseURL, 'superadmin');
  const key = { template: 'account_cancelled', program: 4, language: 'es' };
  await call('POST', 'template', { ...key, subject: 'Theirs', text: '<p>Adiós</p>' });
  await subject.fill('Mine');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Changed by another admin')).toBeVisible();
  await page.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
  const { body } = await call('GET', 'template?template=account_cancelled&program=4&language=es');
  expect(body).toMatchObject({ subject: 'Mine', text: '<p>Adiós</p>', plain: 'Adiós', plain_derived: true });

  await page.getByRole('tab', { name: 'Plain text' }).click();
  await page.getByRole('textbox', { name: 'Plain text' }).fill('::[[nobody]]::');
  await page.getByRole('tab', { name: 'HTML' }).click();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('tabpanel')).toContainText('Line 1: ::[[nobody]]:: is not a placeholder');
  await page.getByRole('textbox', { name: 'Plain text' }).fill('By hand');
  await expect(page.getByText('Edited by hand')).toBeVisible();
  await choose(page, 'Language', 'Russian');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await expect(question).toContainText('You changed Plain text.');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Generate again' }).click();

  await page.getByRole('button', { name: 'Back to the inherited one' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete template' }).click();
  await expect(page.getByText(/Saving creates a version for .+ in Spanish/)).toBeVisible();
  await expect(subject).toHaveValue('Your account at ::[[program_name]]:: has ended');
});

test('by keyboard, bound to a program, on a phone', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'programadmin');
  await page.goto('/email/templates?template=password_reset&program_id=1');
  await expect(page.getByLabel('Program', { exact: true })).toBeDisabled();
  await expect(page.getByText('Your account is limited to this program')).toBeVisible();
  await expect(editorOf(page)).toBeVisible();
  await expectToFit(page);
  await page.getByRole('textbox', { name: 'Subject' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tab', { name: 'HTML' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Insert placeholder' })).toBeFocused();
  await page.keyboard.press('Tab');
  // The panel itself is a stop of its own.
  if (!(await editorOf(page).evaluate((editor) => editor === document.activeElement)))
    await page.keyboard.press('Tab');
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.type('x');
  await page.keyboard.press('Tab');
  await expect(editorOf(page)).not.toBeFocused();
  await expect(editorOf(page)).toContainText('x<!doctype html>');
});

for (const colorScheme of COLOR_SCHEMES)
  test(`nothing for axe to find, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'superadmin');
    await page.goto('/email/templates?program_id=2&template=membership_sign_up_2_weeks');
    await expect(editorOf(page)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send test' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });

test('nothing in the preview runs, asks or leaves; pictures come where somebody wants them', async ({
  page,
  baseURL,
}) => {
  const left: string[] = [];
  const spoke: string[] = [];
  page.on('dialog', (dialog) => {
    spoke.push(dialog.message());
    void dialog.dismiss();
  });
  // What a policy keeps in never comes here.
  await page.route(
    (url) => url.origin !== new URL(baseURL ?? '').origin,
    (route) => {
      left.push(route.request().url());
      return route.abort();
    },
  );
  await signIn(page, 'superadmin');
  await page.goto('/email/templates?program_id=5&template=feedback_notification');
  await expect(editorOf(page)).toBeVisible();
  const steps = await page.evaluate(() => history.length);
  for (const payload of XSS_PAYLOADS.slice(0, 2)) await write(editorOf(page), payload);
  await write(editorOf(page), 'PAYLOAD');
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('srcdoc', /PAYLOAD$/);
  const made = (await frame.getAttribute('srcdoc')) ?? '';
  // What is typed makes no steps that Back would take first.
  expect(await page.evaluate(() => history.length)).toBe(steps);
  for (let at = 0; at < XSS_PAYLOADS.length; at += 20)
    // Each as a document of its own, made in the way of the preview.
    await page.evaluate(
      async ({ payloads, made }) => {
        const frames = payloads.map((payload) => {
          const one = document.createElement('iframe');
          one.setAttribute('sandbox', '');
          one.srcdoc = made.replace('PAYLOAD', () => payload);
          const loaded = new Promise((resolve) => one.addEventListener('load', resolve));
          document.body.append(one);
          return { one, loaded };
        });
        await Promise.all(frames.map(({ loaded }) => loaded));
        for (const { one } of frames) one.remove();
      },
      { payloads: XSS_PAYLOADS.slice(at, at + 20), made },
    );
  expect([spoke, left]).toEqual([[], []]);

  await write(
    editorOf(page),
    '<img src="https://images.example/x.png" alt="A picture"><a href="https://evil.example/">Go</a>',
  );
  const image = mailOf(page).getByRole('img', { name: 'A picture' });
  await expect(image).toBeVisible();
  await mailOf(page).getByRole('link', { name: 'Go' }).click();
  await expect(image).toBeVisible();
  expect(left).toEqual([]);
  await page.getByRole('checkbox', { name: 'Load remote images' }).check();
  await expect.poll(() => left).toEqual(['https://images.example/x.png']);
});
