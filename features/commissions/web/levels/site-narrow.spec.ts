import { expect, test } from '@playwright/test';
import { signIn } from '../../../../test/e2e/session.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('on a narrow screen no button of the card is cut off', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/commissions/site');
  for (const name of ['History', 'Save and update', 'Save']) {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    const cut = await button.evaluate((box) =>
      [box, ...box.querySelectorAll('*')].some(
        (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
      ),
    );
    expect(cut, name).toBe(false);
  }
});
