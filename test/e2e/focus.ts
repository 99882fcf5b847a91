import { expect, type Locator, type Page } from '@playwright/test';
import { inDepth } from '../deep.ts';

type DialogWithForm = {
  opener: Locator;
  /** Opens it, where that is more than a click on the opener. */
  open?: () => Promise<void>;
  dialog: Locator;
  first: Locator;
  /** Makes the form something that can be saved, by keyboard or mouse. */
  fill?: () => Promise<void>;
  saves: string | RegExp;
};

/** Escape and Cancel end every dialog alike: `npm test` tries them on one, and all three on each only in depth. */
const ENDS = inDepth<readonly ('Escape' | 'Cancel' | 'Close')[]>(['Close'], ['Escape', 'Cancel', 'Close']);

/** A form opens on its first field, keeps the focus while a save goes on or is refused, and gives it back. */
export async function expectFocusIsKept(page: Page, given: DialogWithForm): Promise<void> {
  const { opener, open = () => opener.click(), dialog, first, fill, saves } = given;
  for (const end of ENDS) {
    await open();
    await expect(first).toBeFocused();
    if (end === 'Escape') await page.keyboard.press(end);
    else await dialog.getByRole('button', { name: end, exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }

  await open();
  await fill?.();
  let answer: () => void = () => undefined;
  let held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const isSave = (method: string) => method !== 'GET';
  await page.route(saves, async (route) => {
    if (!isSave(route.request().method())) return route.fallback();
    await held;
    return route.fulfill({ status: 500, json: { message: 'No', code: 'X' } });
  });
  const save = dialog.locator('[type="submit"]');
  await save.click();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(save).toBeFocused();
  answer();
  await expect(save).not.toHaveAttribute('aria-disabled');
  await expect(save).toBeFocused();
  held = Promise.resolve();
  // By Enter in a field the focus stays in that field.
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(save).not.toHaveAttribute('aria-disabled');
  await expect(first).toBeFocused();
  await page.unroute(saves);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  if (fill) await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}

/** The focus is on something of the screen that can be used, not on the page or its heading. */
export async function expectFocusOnControl(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const focused = document.activeElement;
        return focused?.closest('main, [role="dialog"]') ? focused.tagName : 'outside';
      }),
    )
    .toMatch(/^(A|BUTTON|INPUT|TEXTAREA|SELECT|TR)$/);
}
