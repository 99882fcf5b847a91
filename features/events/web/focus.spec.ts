import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../../../test/e2e/session.ts';

/** An event of the demo that no other test saves. */
const EVENT = 44;

test('a dialog opens on its first field; whatever ends it, the focus goes back to its opener', async ({
  page,
}) => {
  await open(page, `/events?name=%23${EVENT}`);
  const opener = page.getByRole('button', { name: /^Edit: / });
  const dialog = page.getByRole('dialog', { name: /^Edit event/ });
  for (const end of ['Escape', 'Cancel', 'Enter', 'Save'] as const) {
    await opener.click();
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    if (end === 'Escape' || end === 'Enter') await page.keyboard.press(end);
    else await dialog.getByRole('button', { name: end, exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});

test('a save that is refused, or on its way, keeps the focus', async ({ page }) => {
  await open(page, `/events?name=%23${EVENT}`);
  await page.getByRole('button', { name: /^Edit: / }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit event/ });
  const save = dialog.getByRole('button', { name: /^Save|^Saving/ });
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/lilt-event/${EVENT}`, async (route) => {
    await held;
    await route.fulfill({ status: 500, json: { message: 'No', code: 'X' } });
  });
  await save.click();
  await expect(save).toHaveText('Saving…');
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(save).toBeFocused();
  answer();
  await expect(save).toHaveText('Save');
  await expect(save).toBeFocused();
});

test('Retry, and a dialog that came with the address, leave the focus in the screen', {
  tag: '@deep',
}, async ({ page }) => {
  let fails = true;
  await page.route('**/lilt-events*', (route) =>
    fails ? route.fulfill({ status: 500, json: { message: 'Away', code: 'X' } }) : route.continue(),
  );
  await signIn(page, 'superadmin');
  await page.goto('/events');
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  fails = false;
  await retry.click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expectFocusOnControl(page);
  await page.goto(`/events?edit=${EVENT}`);
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectFocusOnControl(page);
});

test('every address of a dialog shows one, wherever its event is in the list', { tag: '@deep' }, async ({
  page,
}) => {
  const dialog = page.getByRole('dialog');
  await signIn(page, 'superadmin');
  await page.goto(`/events?add=1&edit=${EVENT}`);
  await expect(dialog).toHaveAccessibleName('Add event');
  await expect(dialog).toHaveCount(1);
  await page.goto(`/events?order=${EVENT}`);
  await expect(dialog).toContainText('Choose a program first');
  await page.goto(`/events?program_id=2&name=nothing+is+called+so&order=${EVENT}`);
  await expect(dialog).toHaveAccessibleName(/^Display order: /);
  await page.goto(`/events?name=nothing+is+called+so&translations=${EVENT}`);
  await expect(dialog).toHaveAccessibleName(/^Translations: /);
  await page.goto(`/events?draw=${EVENT}`);
  await expect(dialog).toBeVisible();
  await page.goto('/events?draw=999999');
  await expect(dialog).toContainText('There is no event #999999, or it belongs to another program.');
});

async function open(page: Page, path: string): Promise<void> {
  await signIn(page, 'superadmin');
  await page.goto(path);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
}

async function expectFocusOnControl(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const focused = document.activeElement;
        return focused?.closest('main') ? focused.tagName : 'outside';
      }),
    )
    .toMatch(/^(A|BUTTON|INPUT)$/);
}
