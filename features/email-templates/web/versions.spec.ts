import { expect, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES_ALWAYS } from '../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { apiAs } from '../../../test/e2e/api.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { holdToasts } from '../../../test/e2e/waiting/toasts.ts';

/** Of a program and type that no other file saves. */
const KEY = { template: 'payment_changed', program: 6, language: 'en' } as const;
const AT = '/email/templates?program_id=6&template=payment_changed';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Versions/ });
const tabs = (page: Page) => dialogOf(page).getByRole('tab');

test('an older version is compared, restored, undone, saved, all by keyboard', async ({ page, baseURL }) => {
  const call = await apiAs(baseURL, 'superadmin');
  for (const [at, word] of ['One', 'Two', 'Three'].entries())
    await call('POST', 'template', {
      ...KEY,
      subject: `Subject ${at}`,
      text: `<p>Hello\n${word}</p>`,
      plain: null,
    });
  await holdToasts(page);
  await signIn(page, 'superadmin');
  await page.goto(AT);
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await expect(subject).toHaveValue('Subject 2');

  const open = page.getByRole('button', { name: 'Versions' });
  await open.press('Enter');
  await expect(tabs(page).first()).toContainText(/^Saved (now|\d+ min ago) · currentsuperadmin@example.com$/);
  // The one before the present is chosen, and has the focus.
  await expect(tabs(page).nth(1)).toBeFocused();
  const text = dialogOf(page).getByRole('region', { name: 'HTML' });
  await expect(text.locator('del')).toHaveText(['Two']);
  await expect(text.locator('ins')).toHaveText(['Three']);
  await page.keyboard.press('ArrowDown');
  await expect(tabs(page).nth(2)).toBeFocused();
  await expect(text.locator('del')).toHaveText(['One']);
  await page.keyboard.press('Tab');
  await expect(dialogOf(page).getByRole('radio', { name: 'Changes' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(dialogOf(page).frameLocator('iframe').getByText('Hello One')).toBeVisible();
  await dialogOf(page).getByRole('button', { name: 'Restore' }).press('Enter');
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(subject).toHaveValue('Subject 0');
  await expect(open).toBeFocused();
  const toast = page.getByRole('status').filter({ hasText: 'Version restored, not saved yet' });
  await toast.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(subject).toHaveValue('Subject 2');
  expect((await call('GET', 'template?template=payment_changed&program=6&language=en')).body.subject).toBe(
    'Subject 2',
  );

  await open.press('Enter');
  await tabs(page).nth(2).press('Enter');
  await dialogOf(page).getByRole('button', { name: 'Restore' }).press('Enter');
  // Somebody saves before the restored text is.
  await call('POST', 'template', { ...KEY, subject: 'Theirs', text: '<p>Hello\nThree</p>' });
  await subject.press('ControlOrMeta+s');
  await expect(page.getByText('Changed by another admin')).toBeVisible();
  await page.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
  await open.press('Enter');
  await expect(tabs(page)).toHaveCount(5);
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
});

test('a version with placeholders that are gone says so, and the save refuses them', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'superadmin');
  // The server keeps no such text any more: an answer of before stands in.
  await page.route('**/template/version?*', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, text: '<p>::[[nickname]]::</p><script>alert(1)</script>' } });
  });
  await page.goto(AT);
  await page.getByRole('button', { name: 'Versions' }).press('Enter');
  await expect(dialogOf(page)).toContainText('HTML: ::[[nickname]]:: is not a placeholder');
  await dialogOf(page).getByText('Preview', { exact: true }).click();
  await expect(dialogOf(page).locator('iframe')).toHaveAttribute('sandbox', '');
  await dialogOf(page).getByRole('button', { name: 'Restore' }).press('Enter');
  await page.getByRole('textbox', { name: 'Subject' }).press('ControlOrMeta+s');
  await expect(page.getByText('Line 1: <script> is not allowed')).toBeVisible();
  await expect(page.getByText('Line 1: ::[[nickname]]:: is not a placeholder')).toBeVisible();
});

for (const colorScheme of COLOR_SCHEMES_ALWAYS)
  test(`many versions and none, on a phone and a desk, ${colorScheme}`, { tag: '@deep' }, async ({
    page,
    baseURL,
  }) => {
    const call = await apiAs(baseURL, 'superadmin');
    const key = { ...KEY, language: 'ru' };
    for (let at = 0; at < 51; at += 1)
      await call('POST', 'template', {
        ...key,
        subject: `${'A long subject '.repeat(9)}${at}`,
        text: `<p>${at}</p>`,
      });
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'superadmin');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${AT}&language=ru&versions=1`);
      await expect(tabs(page)).toHaveCount(50);
      await expect(dialogOf(page)).toContainText('51 versions, 1 to 50 shown');
      await expect(dialogOf(page).getByRole('region', { name: 'Subject' })).toBeVisible();
      await expectAccessible(page, `${width}`);
      await expectToFit(page);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/many-${width}-${colorScheme}.png` });
      await dialogOf(page).getByRole('button', { name: 'Next page' }).click();
      await expect(tabs(page)).toHaveCount(1);
      await page.goto(`${AT}&language=es&versions=1`);
      await expect(dialogOf(page)).toContainText('No versions yet');
      await expectAccessible(page);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/none-${width}-${colorScheme}.png` });
    }
  });
