import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { signIn } from '../../../test/e2e/session.ts';

/** An event of the demo that no test translates. */
const EVENT = 8;

test('the list of languages follows the chosen one, and one is found by its name in English or its own', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 560 });
  await signIn(page, 'superadmin');
  await page.goto(`/events?name=%23${EVENT}&translations=${EVENT}`);
  const dialog = page.getByRole('dialog', { name: /^Translations: Sold out/ });
  const chosen = dialog.getByRole('tab', { selected: true });
  const search = dialog.getByRole('textbox', { name: 'Find a language' });
  await expect(chosen).toBeInViewport();
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Alt+ArrowDown');
    await expect(chosen).toBeInViewport({ ratio: 1 });
  }
  await expect(dialog.getByRole('tab', { name: /^English/ })).not.toBeInViewport();

  await search.fill('espanol');
  await expect(dialog.getByRole('tab', { name: /^Spanish/ })).toBeVisible();
  await expect(dialog.getByRole('tab')).toHaveCount(2);
  await expectAccessible(page);
  await search.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Name in Spanish' })).toBeFocused();
  await expect(dialog.getByRole('tab')).toHaveCount(26);
  await expect(chosen).toHaveText(/^Spanish/);
  await expect(chosen).toBeInViewport({ ratio: 1 });

  await search.fill('nowhere');
  await expect(dialog.getByText('No such language')).toBeVisible();
  await search.press('Enter');
  await expect(dialog).toBeVisible();
  await search.press('Escape');
  await expect(search).toHaveValue('');
  await expect(dialog).toBeVisible();
  await search.fill('العربية');
  await search.press('ArrowDown');
  await expect(dialog.getByRole('tab', { name: /^Arabic/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Name in Arabic' })).toBeVisible();
});
