import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../../../test/e2e/accessible.ts';
import { tabTo } from '../../../../test/e2e/keyboard.ts';
import { signIn } from '../../../../test/e2e/session.ts';

/** Events of the demo that no test saves: in the order of their starts. */
const LONG_AGO = 'Forty thousand tickets: a grand piano';
const DRAWN = 'Drawn: a year of classes';

test('the bars open their events, by mouse and by keyboard, and the focus goes back to the bar', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/events?program_id=2');
  const strip = page.getByRole('figure', { name: 'Dates of the events on this page' });
  const bar = (name: string) => strip.getByRole('button', { name: `Edit ${name}` });
  await bar(DRAWN).click();
  const dialog = page.getByRole('dialog', { name: /^Edit event/ });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(DRAWN);
  await expect(page).toHaveURL(/program_id=2&edit=\d+$/);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(bar(DRAWN)).toBeFocused();
  await page.goForward();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);

  // One stop of Tab, within which the arrows lead on.
  await expect(strip.locator('[tabindex="0"]')).toHaveCount(1);
  await bar(DRAWN).focus();
  await page.keyboard.press('Home');
  const first = await strip.locator(':focus').getAttribute('aria-label');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(strip.locator(':focus')).toHaveAttribute('aria-label', first ?? '');
  await page.keyboard.press('End');
  await expect(strip.locator(':focus')).not.toHaveAttribute('aria-label', first ?? '');
  await page.keyboard.press('Tab');
  await expect(strip.locator(':focus')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(strip.locator(':focus')).toHaveAttribute('aria-label', first ?? '');
});

test('no bar touches another, and no label is cut off or struck through', { tag: '@deep' }, async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const address of ['/events', '/events?name=%2314']) {
      await page.goto(address);
      const strip = page.getByRole('figure', { name: 'Dates of the events on this page' });
      await expect(strip.locator('[data-status]').first()).toBeVisible();
      const faults = await strip.getByRole('group').evaluate((group) => {
        const [frame, now] = [group, group.querySelector('[title="Now"]')].map((part) =>
          part?.getBoundingClientRect(),
        );
        const boxes = (which: string) =>
          [...group.querySelectorAll(which)].map((part) => part.getBoundingClientRect());
        const bars = boxes('[data-status]').filter(({ width }) => width > 4);
        const labels = boxes('[aria-hidden] > span');
        if (!frame || !now || labels.length === 0) return ['nothing to look at'];
        const meet = (one: DOMRect, other: DOMRect, gap: number) =>
          one.left < other.right + gap &&
          other.left < one.right + gap &&
          one.top < other.bottom &&
          other.top < one.bottom;
        return [
          ...bars.flatMap((bar, at) =>
            bars
              .slice(at + 1)
              .filter((other) => meet(bar, other, 1))
              .map(() => 'bars'),
          ),
          ...labels.filter(({ right }) => right > frame.right).map(() => 'cut off'),
          ...labels.filter((label) => meet(label, now, 0)).map(() => 'struck through'),
        ];
      });
      expect({ width, address, faults }).toEqual({ width, address, faults: [] });
    }
  }
});

test('who is bound to a program opens the own events and no other; the strip is accessible', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/events?name=grand');
  const strip = page.getByRole('figure', { name: 'Dates of the events on this page' });
  const bar = strip.getByRole('button', { name: `Edit ${LONG_AGO}` });
  await tabTo(page, bar);
  await expectAccessible(page);
  await page.goto('/events?name=Lisbon');
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await expect(strip.getByRole('button')).toHaveCount(0);
});
